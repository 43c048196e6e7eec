"""Pairs to learn from: labels and a seed enter, random similar and dissimilar pairs leave."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from lossviz.classic.linear import Matrix, Whole


@dataclass(frozen=True, eq=False)
class Pairs:
    """Indices of points: similar [S, 2] are of one class, dissimilar [T, 2] of two."""

    similar: Whole
    dissimilar: Whole

    def differences(self, x: Matrix) -> tuple[Matrix, Matrix]:
        """x_i − x_j of the similar pairs [S, D] and of the dissimilar ones [T, D]."""
        return x[self.similar[:, 0]] - x[self.similar[:, 1]], x[self.dissimilar[:, 0]] - x[self.dissimilar[:, 1]]


def pairs(y: ArrayLike, count: int, seed: int = 0) -> Pairs:
    """`count` similar and `count` dissimilar pairs drawn at random, none twice; all there are where these are fewer.

    y [N]: labels. Raises ValueError when count < 1, or when there is no pair of one of the kinds.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    labels = np.asarray(y)
    order = np.argsort(labels, kind="stable")
    # in this order a point's later companions come first, then every point of a later class
    place, end = np.arange(len(order)), np.searchsorted(labels[order], labels[order], side="right")
    chance = np.random.default_rng(seed)
    similar = order[_drawn(place + 1, end, count, chance)]
    dissimilar = order[_drawn(end, np.full_like(end, len(order)), count, chance)]
    if not len(similar) or not len(dissimilar):
        raise ValueError("y must hold two classes and a class with two points, so that there are pairs of both kinds")
    return Pairs(similar, dissimilar)


def _drawn(first: Whole, last: Whole, count: int, chance: np.random.Generator) -> Whole:
    """Pairs (i, j) with first[i] ≤ j < last[i], [≤ count, 2], each of them equally likely."""
    many = last - first
    below = np.cumsum(many)
    total = int(below[-1]) if len(below) else 0
    flat = chance.choice(total, min(count, total), replace=False) if total else np.empty(0, np.int64)
    i = np.searchsorted(below, flat, side="right")
    return np.stack([i, first[i] + flat - (below - many)[i]], axis=1)
