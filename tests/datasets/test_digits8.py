"""scikit-learn's digits, enlarged to the size of MNIST's."""

from __future__ import annotations

import numpy as np
import torch

from lossviz.datasets import load
from lossviz.datasets.digits8 import enlarged


def test_every_digit_is_either_trained_on_or_looked_at() -> None:
    digits = load("digits8")
    assert digits.train_images.shape == (1297, 28, 28)
    assert digits.probe_images.shape == (500, 28, 28)
    assert len(set(digits.probe_ids.tolist())) == 500


def test_white_stays_white_and_the_border_black() -> None:
    large = enlarged(np.full((1, 8, 8), 16.0))[0]
    assert (large[2:26, 2:26] == 255).all()
    assert large.sum() == 24 * 24 * 255


def test_a_pixel_becomes_three_by_three_with_its_own_value_in_the_middle() -> None:
    small = np.zeros((1, 8, 8))
    small[0, 2, 3] = 8.0
    large = enlarged(small)[0]
    assert large[2 + 3 * 2 + 1, 2 + 3 * 3 + 1] == 128
    assert large[2 + 3 * 2 + 2, 2 + 3 * 3 + 1] == round(127.5 * 2 / 3)


def test_they_come_out_with_mean_0_and_deviation_1() -> None:
    digits = load("digits8")
    pixels = digits.normalised(torch.tensor(digits.train_images))
    assert abs(pixels.mean()) < 1e-3
    assert abs(pixels.std() - 1) < 1e-3
