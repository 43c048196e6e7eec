"""Identification: features of queries and of a gallery enter; recall@k and MAP@R of each query leave. Numpy.

Musgrave et al. 2020, A metric learning reality check, for MAP@R.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from lossviz.analysis.verification import COVERED, DRAWS, drawn
from lossviz.geometry.nearest import Metric
from lossviz.geometry.pairs import similarities

Floats = NDArray[np.float64]
Labels = NDArray[np.integer]

KS = (1, 5, 10)
"""Of the k nearest, one at least must be of the query's class."""


def per_query(features: NDArray[np.floating], labels: Labels, asking: NDArray[np.bool_], metric: Metric) -> Floats:
    """(Q, 4): recall@1, 5, 10 and MAP@R of each image that asks, among all others of features (N, d).

    R is how many others of its class there are; NaN where there are none.
    """
    rows = np.flatnonzero(asking)
    alike = similarities(features[rows], features, metric)
    alike[np.arange(len(rows)), rows] = -np.inf
    order = np.argsort(-alike, axis=1, kind="stable")[:, :-1]
    right = labels[order] == labels[rows, None]
    others = right.sum(1)
    recall = [right[:, :k].any(1) for k in KS]
    within = right & (np.arange(right.shape[1]) < others[:, None])
    precision = np.cumsum(right, 1) / np.arange(1, right.shape[1] + 1)
    with np.errstate(invalid="ignore"):
        average = (precision * within).sum(1) / others
    found = np.stack([*recall, average], 1).astype(np.float64)
    found[others == 0] = np.nan
    return found


def with_intervals(each: Floats, labels: Labels, *, draws: int = DRAWS, seed: int = 0) -> Floats:
    """(4, 3): mean over the queries, and where it lies in 95 % of bootstrap samples of queries; the gallery stays."""
    chance = np.random.default_rng(seed)
    known = ~np.isnan(each[:, 0])
    each, labels = each[known], labels[known]
    if not len(each):
        return np.full((each.shape[1], 3), np.nan)
    means = np.array([np.average(each, axis=0, weights=drawn(labels, chance)) for _ in range(draws)])
    low = (1 - COVERED) / 2
    return np.column_stack([each.mean(0), np.quantile(means, [low, 1 - low], axis=0).T])


def told_apart(
    alike: Floats, labels: Labels, strange: NDArray[np.bool_], *, draws: int = DRAWS, seed: int = 0
) -> Floats:
    """(3,): AUC with which the similarity to the nearest trained image tells strangers, and its interval.

    alike (N, N): similarities; an image's to itself does not count. NaN without strangers. Images are drawn within
    their class; what they are compared with stays.
    """
    if strange.all() or not strange.any():
        return np.full(3, np.nan)
    others = np.where(np.eye(len(labels), dtype=bool), -np.inf, alike)[:, ~strange]
    nearest = others.max(1)
    chance = np.random.default_rng(seed)
    found = [roc_auc_score(~strange, nearest, sample_weight=drawn(labels, chance)) for _ in range(draws)]
    low = (1 - COVERED) / 2
    return np.array([roc_auc_score(~strange, nearest), *np.quantile(found, [low, 1 - low])])
