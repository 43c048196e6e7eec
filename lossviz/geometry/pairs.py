"""Pairs of features: features and a metric enter; how alike the two of every pair are leaves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lossviz.geometry.nearest import SHORTEST, Floats, Metric


def similarities(features: NDArray[np.floating], others: NDArray[np.floating], metric: Metric) -> Floats:
    """Similarities (N, M) of features (N, d) and others (M, d): cosines, or distances with their sign turned."""
    one, two = (np.asarray(each, np.float64) for each in (features, others))
    if metric == "cosine":
        one, two = (each / np.maximum(np.linalg.norm(each, axis=1, keepdims=True), SHORTEST) for each in (one, two))
        cosines: Floats = one @ two.T
        return cosines
    squares = (one**2).sum(1)[:, None] + (two**2).sum(1)[None] - 2 * one @ two.T
    distances: Floats = np.sqrt(np.maximum(squares, 0.0))
    return -distances


def every_pair(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs of `count` things, (0, 1), (0, 2), …, as two arrays of indices."""
    first, second = np.triu_indices(count, 1)
    return first, second


def pair_similarities(features: NDArray[np.floating], metric: Metric) -> Floats:
    """Similarities (N(N−1)/2,) of every pair of features (N, d), in the order of `every_pair`."""
    found: Floats = similarities(features, features, metric)[every_pair(len(features))]
    return found
