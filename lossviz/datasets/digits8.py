"""scikit-learn's digits: nothing enters, 1,297 training and 500 probe digits leave, enlarged to the size of MNIST's."""

from __future__ import annotations

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch.nn.functional import interpolate, pad

from lossviz import catalog
from lossviz.datasets.digits import Digits, Images, divided, spread_evenly

WHITE = 16
TIMES, BORDER = 3, 2


def load() -> Digits:
    """The 1,797 digits of 8 × 8 pixels that come with scikit-learn, of 13 people (Alpaydin and Kaynak 1998)."""
    entry, bunch = catalog.datasets()["digits8"], load_digits()
    images, labels = enlarged(bunch.images), bunch.target.astype(np.uint8)
    return divided(images, labels, spread_evenly(labels, entry.probe_size), entry.classes)


def enlarged(images: np.ndarray) -> Images:
    """Images (N, 8, 8) with values 0 … 16 as bytes (N, 28, 28): three times as large, and a black border.

    Bilinear, pixel centres kept; the border of 2 pixels keeps the random shift, which wraps around, off the digit.
    """
    small = torch.tensor(images / WHITE * 255, dtype=torch.float32)[:, None]
    large = interpolate(small, scale_factor=TIMES, mode="bilinear", align_corners=False)
    whole: Images = pad(large, (BORDER,) * 4)[:, 0].round().to(torch.uint8).numpy()
    return whole
