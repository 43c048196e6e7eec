"""How far each training digit lies from the sub-centres of its label: a trained run enters, angles leave.

given: {"recipe": a run of a loss that scores by cosines}. The answer:

    angles     (N, K) degrees to every sub-centre of the digit's label
    dominant   (C,) the sub-centre nearest to most digits of a class, of equal ones the first; −1 for an empty class
    given      (N,) the labels trained with, and
    true       (N,) those that are right
    valley     (1,) degrees at which the angles to dominant sub-centres part in two heaps, found without `true`;
               NaN where they are one heap
    images     (N, 14, 14) the digits, small and in 16 shades

Deng et al. 2020, Sub-center ArcFace, section 3.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from lossviz.analysis.valley import valley
from lossviz.engine.studying import Arrays, Tell
from lossviz.engine.trained import trained
from lossviz.losses.lengths import angle, unit
from lossviz.losses.subcenter_arcface import subcenter_clean
from lossviz.params import Refusal

SHADE = 17
"""From one of 16 shades to the next, in bytes."""


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> Arrays:
    """The arrays above. Raises Refusal for a run without class vectors."""
    tell("noise.measuring", None)
    run = trained(given["recipe"], material)
    if run.vectors is None:
        raise Refusal("noise.no_vectors")
    digits = run.digits
    features, labels = run.features(digits.train_images), torch.tensor(digits.train_labels, dtype=torch.int64)
    angles = to_own(features, run.vectors, labels)
    found = subcenter_clean(features, labels, run.vectors)["dominant"]
    dominant = np.array([-1 if k is None else k for k in found], np.int8)
    here = valley(angles[np.arange(len(angles)), dominant[digits.train_labels]])
    right = digits.train_labels if digits.true_labels is None else digits.true_labels
    return {
        "angles": angles.round(2),
        "dominant": dominant,
        "given": digits.train_labels,
        "true": right,
        "valley": np.array([np.nan if here is None else here], np.float32),
        "images": small(digits.train_images),
    }


def to_own(features: torch.Tensor, vectors: torch.Tensor, labels: torch.Tensor) -> NDArray[np.float32]:
    """Degrees (N, K) from features (N, d) to the K vectors (C, K, d) of their label."""
    x, w = unit(features), unit(vectors)
    angles = [angle(x, w[labels, k]) for k in range(w.shape[1])]
    found: NDArray[np.float32] = torch.rad2deg(torch.stack(angles, 1)).float().numpy()
    return found


def small(images: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Byte images (N, 28, 28) at half their size, each pixel the mean of four, in 16 shades."""
    quartered = images.reshape(len(images), 14, 2, 14, 2).mean((2, 4))
    found: NDArray[np.uint8] = (np.round(quartered / SHADE) * SHADE).astype(np.uint8)
    return found
