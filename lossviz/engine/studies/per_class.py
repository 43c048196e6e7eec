"""How each class of a trained run fares on the test digits: the run enters, counts and angles by class leave.

given: {"recipe": a run of a loss with class vectors}. The answer, over the C classes that are trained:

    confusion  (C, C) test digits of each class by the class whose vector scores highest
    room       (C,) degrees from a class's vector to the nearest of another class; with sub-centres, from the nearest
    own        (C,) degrees from a test digit to the nearest vector of its class, mean over the class; NaN for none
    sizes      (C,) digits that each class was trained on
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lossviz import catalog
from lossviz.analysis import class_angles
from lossviz.engine.studying import Arrays, Tell
from lossviz.engine.trained import Trained, trained
from lossviz.losses.lengths import angle, unit
from lossviz.params import Refusal


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> Arrays:
    """The arrays above. Raises Refusal for a run without class vectors."""
    tell("imbalance.measuring", None)
    run = trained(given["recipe"], material)
    if run.vectors is None:
        raise Refusal("imbalance.no_vectors")
    digits, classes = run.digits, len(run.digits.trained)
    there = digits.probe_labels < classes
    labels = digits.probe_labels[there].astype(np.int64)
    features = run.features(digits.probe_images[there])
    told = scores(run, features).argmax(1).numpy()
    confusion = np.zeros((classes, classes), np.int32)
    np.add.at(confusion, (labels, told), 1)
    return {
        "confusion": confusion,
        "room": rooms(run.vectors),
        "own": own_angles(features, run.vectors, labels),
        "sizes": np.bincount(digits.train_labels, minlength=classes).astype(np.int32),
    }


def scores(run: Trained, features: Tensor) -> Tensor:
    """How high each class's vector scores each feature, without any margin, (N, C)."""
    assert run.vectors is not None
    if catalog.losses()[run.recipe.loss].scores == "cosine":
        return -class_angles(features, run.vectors)
    return features @ run.vectors[:, 0].T + (0.0 if run.bias is None else run.bias)


def rooms(vectors: Tensor) -> NDArray[np.float32]:
    """Degrees (C,) from each class's vectors (C, K, d) to the nearest of another class."""
    classes, each, _ = vectors.shape
    flat = unit(vectors).flatten(0, 1)
    apart = torch.rad2deg(angle(flat[:, None], flat[None])).view(classes, each, classes, each).amin((1, 3))
    apart.fill_diagonal_(torch.inf)
    found: NDArray[np.float32] = apart.amin(1).float().numpy()
    return found


def own_angles(features: Tensor, vectors: Tensor, labels: NDArray[np.int64]) -> NDArray[np.float32]:
    """Mean degrees (C,) from the features (N, d) of a class to the nearest of its own vectors (C, K, d)."""
    angles = torch.rad2deg(class_angles(features, vectors)).numpy()[np.arange(len(labels)), labels]
    sums = np.bincount(labels, angles, minlength=len(vectors))
    counts = np.bincount(labels, minlength=len(vectors))
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).astype(np.float32)
