"""Xing's metric for clustering: points and pairs enter, the metric leaves that pulls similar ones together."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize

from lossviz.classic.linear import Matrix, Told, points
from lossviz.classic.pairs import Pairs

TINY = 1e-12
"""Keeps √ smooth where a dissimilar pair has come to lie on one point; relative to the mean squared distance."""


def mmc(x: ArrayLike, given: Pairs, *, steps: int = 500, told: Told | None = None) -> Matrix:
    """The metric M [D, D] that minimises Σ_similar d_M² with Σ_dissimilar d_M = 1.

    The distance is not squared in the constraint; squared, the best M would have rank 1. Both sums only scale with
    M, so their ratio (Σ d_M²)^½ / Σ d_M is made small instead, without a constraint, over M = AᵀA with A [D, D] by
    L-BFGS: A is square, so this has the same minimum as the paper's iterated projections. x [N, D].
    `told` hears the objective.
    Raises ValueError for bad points, and when similar pairs differ in too few directions: along the others nothing
    holds the metric.
    Xing et al. 2002, Distance metric learning, with application to clustering with side-information
    """
    data = points(x)
    width = data.shape[1]
    similar, dissimilar = given.differences(data)
    within = similar.T @ similar
    rank = int(np.linalg.matrix_rank(within, hermitian=True))
    if rank < width:
        raise ValueError(f"pairs must differ in all {width} directions where they are similar, got {rank}: take more")
    # where similar pairs are white, Σ_similar d_M² is just ‖B‖² for A = B·white
    white = np.linalg.cholesky(np.linalg.inv(within)).T
    apart, numbers = dissimilar @ white.T, count(1)
    floor = TINY * float((apart**2).sum(1).mean())

    def ratio(flat: Matrix) -> tuple[float, Matrix]:
        matrix = flat.reshape(width, width)
        image = apart @ matrix.T
        lengths, square = np.sqrt((image**2).sum(1) + floor), float((matrix**2).sum())
        slope = matrix / square - (image / lengths[:, None]).T @ apart / lengths.sum()
        return float(0.5 * np.log(square) - np.log(lengths.sum())), slope.ravel()

    def heard(intermediate_result: object) -> None:
        if told is not None:
            told(next(numbers), float(np.exp(2 * intermediate_result.fun)))  # type: ignore[attr-defined]

    options = {"maxiter": steps, "ftol": 1e-12}
    start = np.eye(width).ravel()
    found = minimize(ratio, start, jac=True, method="L-BFGS-B", callback=heard, options=options)
    matrix = found.x.reshape(width, width) @ white
    metric = matrix.T @ matrix
    return np.asarray(metric / apart_by(metric, dissimilar) ** 2)


def apart_by(metric: Matrix, differences: Matrix) -> float:
    """Σ d_M over differences [P, D]."""
    squares = np.einsum("pi,ij,pj->p", differences, metric, differences, optimize=True)
    return float(np.sqrt(np.maximum(squares, 0.0)).sum())


def objective(metric: Matrix, x: ArrayLike, given: Pairs) -> float:
    """Σ_similar d_M² once M is scaled so that Σ_dissimilar d_M = 1; metric [D, D], x [N, D]."""
    similar, dissimilar = given.differences(points(x))
    return float(np.einsum("pi,ij,pj->", similar, metric, similar, optimize=True)) / apart_by(metric, dissimilar) ** 2
