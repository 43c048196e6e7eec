"""Nearness in numpy: a feature, others and a metric enter; the nearest of them, and how near each class is, leave."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Metric = Literal["euclidean", "cosine"]
Kind = Literal["score", "cosine", "distance"]
Floats = NDArray[np.float64]

SHORTEST = 1e-12


def cosines(at: Floats, others: Floats) -> Floats:
    """Cosines (N,) of a feature (d,) and others (N, d)."""
    lengths = np.linalg.norm(others, axis=1) * np.linalg.norm(at)
    found: Floats = others @ at / np.maximum(lengths, SHORTEST)
    return found


def distances(at: Floats, others: Floats) -> Floats:
    """Euclidean distances (N,) of a feature (d,) and others (N, d)."""
    found: Floats = np.linalg.norm(others - at, axis=1)
    return found


def nearest(
    at: Floats, features: Floats, metric: Metric, k: int, without: int | None = None
) -> tuple[NDArray[np.int64], Floats]:
    """Indices (k,) of the nearest features (N, d), nearest first, and their cosines or distances.

    `without`: the index of one that is left out.
    """
    values = cosines(at, features) if metric == "cosine" else distances(at, features)
    order = np.argsort(-values if metric == "cosine" else values, kind="stable")
    kept = order[order != (-1 if without is None else without)][:k]
    return kept, values[kept]


def class_means(features: Floats, labels: NDArray[np.integer], classes: int, metric: Metric) -> Floats:
    """The mean (C, d) of each class, of unit features where the metric is the cosine; NaN for a class without any.

    Labels from C on belong to none of them.
    """
    features, labels = features[labels < classes], labels[labels < classes]
    if metric == "cosine":
        features = features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), SHORTEST)
    sums = np.zeros((classes, features.shape[1]))
    np.add.at(sums, labels, features)
    counts = np.bincount(labels, minlength=classes)[:, None]
    found: Floats = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    return found


def class_values(at: Floats, vectors: Floats, bias: NDArray[np.floating] | None, kind: Kind) -> Floats:
    """How near each class (C,) is to a feature (d,) by its vectors (C, K, d), of which the best counts."""
    classes, subs, dim = vectors.shape
    flat = vectors.reshape(-1, dim)
    by = {"score": lambda: flat @ at, "cosine": lambda: cosines(at, flat), "distance": lambda: -distances(at, flat)}
    best = by[kind]().reshape(classes, subs).max(1)
    found: Floats = -best if kind == "distance" else best + (0.0 if bias is None else bias)
    return found


def predicted(values: Floats, kind: Kind) -> int:
    """The class that is nearest by these values (C,)."""
    return int(np.nanargmin(values) if kind == "distance" else np.nanargmax(values))
