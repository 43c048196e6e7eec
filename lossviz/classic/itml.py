"""Information-theoretic metric learning: points and pairs enter, the metric nearest to the plain one leaves."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lossviz.classic.linear import Matrix, Told, check_positive, points, squared_distances
from lossviz.classic.pairs import Pairs

SAMPLE = 1000
"""Points whose distances tell the bounds: half a million pairs are enough for a percentile."""


def itml(
    x: ArrayLike,
    given: Pairs,
    *,
    gamma: float = 1.0,
    bounds: tuple[float, float] | None = None,
    sweeps: int = 100,
    tol: float = 1e-3,
    told: Told | None = None,
) -> Matrix:
    """The metric M [D, D] that minimises tr M − ln det M with d_M² ≤ u for similar and ≥ l for dissimilar pairs.

    Each bound may give way at a price: γ times the same divergence between the bound and what it became. Cyclic
    Bregman projections: a step makes the pair's distance and its bound meet, 1/p − α = 1/ξ + α/γ, which is where
    its γ/(γ+1) comes from; a multiplier λ lets a step be taken back, never more. x [N, D]; bounds u and l are
    squared distances, by default the 5th and 95th percentile of those in x; ends when the multipliers move by less
    than tol of their length. `told` hears `divergence`.
    Raises ValueError for bad points, γ ≤ 0 or a bound ≤ 0.
    Davis et al. 2007, Information-theoretic metric learning
    """
    data = points(x)
    upper, lower = usual_bounds(data) if bounds is None else bounds
    for name, number in (("gamma", gamma), ("bounds", min(upper, lower))):
        check_positive(name, number)
    similar, dissimilar = (found[found.any(1)] for found in given.differences(data))
    vectors = np.concatenate([similar, dissimilar])
    signs = np.repeat([1.0, -1.0], [len(similar), len(dissimilar)])
    wanted = np.repeat([upper, lower], [len(similar), len(dissimilar)])
    metric, slack, multipliers = np.eye(data.shape[1]), wanted.copy(), np.zeros(len(vectors))
    for n in range(1, sweeps + 1):
        before = multipliers.copy()
        sweep(metric, vectors, signs, slack, multipliers, gamma)
        if told is not None:
            told(n, divergence(metric, vectors, signs, wanted, gamma))
        length = np.linalg.norm(multipliers) + np.linalg.norm(before)
        if np.abs(multipliers - before).sum() <= tol * length:
            break
    return metric


def sweep(metric: Matrix, vectors: Matrix, signs: Matrix, slack: Matrix, multipliers: Matrix, gamma: float) -> None:
    """Projects on every constraint once, in place: vectors v [P, D], signs δ = 1 similar, −1 dissimilar, slack ξ."""
    for i, (v, sign) in enumerate(zip(vectors, signs, strict=True)):
        image = metric @ v
        distance = float(v @ image)
        step = min(multipliers[i], gamma / (gamma + 1) * sign * (1 / distance - 1 / slack[i]))
        multipliers[i] -= step
        slack[i] = 1 / (1 / slack[i] + sign * step / gamma)
        metric += sign * step / (1 - sign * step * distance) * np.outer(image, image)


def usual_bounds(x: Matrix) -> tuple[float, float]:
    """The 5th and 95th percentile of the squared distances between the points, of the first 1,000 of them."""
    among = x[:SAMPLE]
    found = squared_distances(among, among)[np.triu_indices(len(among), 1)]
    low, high = np.percentile(found[found > 0], (5, 95)) if (found > 0).any() else (0.0, 0.0)
    return float(low), float(high)


def divergence(metric: Matrix, vectors: Matrix, signs: Matrix, wanted: Matrix, gamma: float) -> float:
    """tr M − ln det M − D + γ Σ (r − ln r − 1) over the pairs that miss their bound, r = d_M² / bound.

    That is what the best M makes least. From M = I on, the projections approach it, not always downhill.
    """
    ratios = np.einsum("pi,ij,pj->p", vectors, metric, vectors, optimize=True) / wanted
    missed = np.maximum(ratios**signs, 1.0) ** signs
    own = np.trace(metric) - np.linalg.slogdet(metric)[1] - len(metric)
    return float(own + gamma * (missed - np.log(missed) - 1).sum())
