"""The ellipse of a linear metric in two dimensions: its map enters; all places at one distance leave."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

LONGEST = 1e6
"""How many times as long as wide an ellipse is at most: a metric that is blind in one direction has no end there."""


def axes(metric: ArrayLike) -> tuple[Floats, Floats]:
    """Half lengths (2,), the longer first, and their directions as columns (2, 2), of the ellipse uᵀMu = 1.

    metric [2, 2]: M, symmetric and not negative.

    >>> axes([[4.0, 0.0], [0.0, 1.0]])[0].tolist()
    [1.0, 0.5]
    """
    strengths, ways = np.linalg.eigh(np.asarray(metric, float))
    least = max(float(strengths[-1]), np.finfo(float).tiny) / LONGEST**2
    return 1 / np.sqrt(np.maximum(strengths, least)), ways


def rim(metric: ArrayLike, size: float = 1.0, count: int = 121) -> Floats:
    """Places (count, 2) at one distance from the middle, on an ellipse with the area of a circle of radius `size`."""
    half, ways = axes(metric)
    turn = np.linspace(0.0, 2 * np.pi, count)
    along = np.stack([np.cos(turn), np.sin(turn)], 1) * half / np.sqrt(half.prod())
    return np.asarray(size * along @ ways.T, float)
