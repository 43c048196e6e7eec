"""Nearest neighbours: features and a metric enter, distances and indices leave."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

Metric = Literal["euclidean", "cosine"]

BLOCK = 2**18
"""Distances held at once: 1 MB, which stays in the cache; unless that is fewer than ROWS rows of them."""

ROWS = 64
"""Features whose distances are taken at once at least."""


def distances(features: Tensor, references: Tensor, metric: Metric) -> Tensor:
    """Distances (N, M) from features (N, d) to references (M, d): Euclidean, or 1 − cosine.

    Euclidean distances come from differences: the shortcut ‖a‖² + ‖b‖² − 2ab misorders near neighbours.
    """
    if metric == "cosine":
        return 1 - functional.normalize(features) @ functional.normalize(references).T
    return torch.cdist(features, references, compute_mode="donot_use_mm_for_euclid_dist")


def neighbours(features: Tensor, references: Tensor | None, k: int, metric: Metric) -> Tensor:
    """Indices (N, k) of the k nearest references (M, d) of every feature (N, d), nearest first.

    With `references` None they are sought among the features themselves, each left out of its own list.
    """
    pool = features if references is None else references
    rows = max(ROWS, BLOCK // len(pool))
    found = []
    for start in range(0, len(features), rows):
        block = distances(features[start : start + rows], pool, metric)
        if references is None:
            block.diagonal(start).fill_(torch.inf)
        found.append(block.topk(k, dim=1, largest=False).indices)
    return torch.cat(found)
