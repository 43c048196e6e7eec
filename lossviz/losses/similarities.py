"""Similarities inside a batch: embeddings [N, d] enter, every pair's similarity [N, N] leaves."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import check_choice
from lossviz.losses.distances import euclidean
from lossviz.losses.lengths import unit

SIMILARITIES = ("cosine", "dot", "sqeuclidean", "inverse")


def similarity(
    points: Tensor, others: Tensor, kind: str = "cosine", allowed: tuple[str, ...] = SIMILARITIES
) -> Tensor:  # fmt: skip
    """s(a_i, b_j) of every pair, [N, M]: cosine, dot a·b, sqeuclidean −‖a − b‖², inverse 1/(1 + ‖a − b‖²).

    Raises ValueError for another kind than those allowed.
    """
    check_choice("similarity", kind, allowed)
    if kind == "cosine":
        return unit(points) @ unit(others).T
    if kind == "dot":
        return points @ others.T
    squared = euclidean(points, others).square()
    return -squared if kind == "sqeuclidean" else 1 / (1 + squared)
