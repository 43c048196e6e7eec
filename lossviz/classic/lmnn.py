"""Large margin nearest neighbours: points and labels enter, the map leaves that keeps impostors a margin away."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize

from lossviz.classic.linear import Matrix, Told, Whole, check_dim, named, points, principal, scatter, squared_distances


def lmnn(
    x: ArrayLike, y: ArrayLike, dim: int, *, k: int = 3, mu: float = 0.5, steps: int = 200, told: Told | None = None
) -> Matrix:
    """The map [dim, D] that minimises `pull_and_push` by L-BFGS from the principal directions.

    x [N, D], y [N]; k target neighbours of a point, fixed beforehand; mu μ in (0, 1) weighs pushing against pulling.
    The paper solves for M = AᵀA; the map itself is sought here, which gives the same where dim = D and keeps the
    wanted rank where it is less. `told` hears the objective.
    Raises ValueError for bad points, labels or dim, for μ outside (0, 1), and for a class with k points or fewer.
    Weinberger and Saul 2009, Distance metric learning for large margin nearest neighbor classification
    """
    data = points(x)
    labels = named(y, data)
    check_dim(dim, data)
    if not 0 < mu < 1:
        raise ValueError(f"mu must lie between 0 and 1, got {mu}")
    wanted, numbers = targets(data, labels, k), count(1)

    def value(flat: Matrix) -> tuple[float, Matrix]:
        loss, slope = pull_and_push(flat.reshape(dim, -1), data, labels, wanted, mu)
        return loss, slope.ravel()

    def heard(intermediate_result: object) -> None:
        if told is not None:
            told(next(numbers), float(intermediate_result.fun))  # type: ignore[attr-defined]

    start = principal(data, dim).ravel()
    options = {"maxiter": steps, "ftol": 1e-9}
    found = minimize(value, start, jac=True, method="L-BFGS-B", callback=heard, options=options)
    return np.asarray(found.x.reshape(dim, -1))


def targets(x: Matrix, y: Whole, k: int) -> Whole:
    """Indices [N, k] of each point's k nearest points of its own class, nearest first, by plain distance.

    Raises ValueError unless k ≥ 1 and every class has more than k points.
    """
    smallest = int(np.bincount(y).min())
    if not 1 <= k < smallest:
        raise ValueError(f"k must lie in 1 … {smallest - 1}, one less than the smallest class has points, got {k}")
    distances = squared_distances(x, x)
    np.fill_diagonal(distances, np.inf)
    distances[y[:, None] != y] = np.inf
    return np.argsort(distances, axis=1, kind="stable")[:, :k]


def pull_and_push(matrix: Matrix, x: Matrix, y: Whole, wanted: Whole, mu: float = 0.5) -> tuple[float, Matrix]:
    """(1−μ) Σ_{i, j∈targets(i)} d²(i,j) + μ Σ_{i,j,l: y_l≠y_i} [1 + d²(i,j) − d²(i,l)]₊, and its gradient [d, D].

    matrix A [d, D], x [N, D], y [N], wanted [N, k] from `targets`; d² are squared distances of the mapped points.
    """
    seen, every = x @ matrix.T, np.arange(len(x))
    distances = squared_distances(seen, seen)
    others = y[:, None] != y
    loss, weights = 0.0, np.zeros_like(distances)
    for target in wanted.T:
        pull = distances[every, target]
        hinge = np.where(others, 1 + pull[:, None] - distances, 0.0).clip(0.0)
        impostors = hinge > 0
        loss += (1 - mu) * pull.sum() + mu * hinge.sum()
        weights[every, target] += 1 - mu + mu * impostors.sum(1)
        weights -= mu * impostors
    return float(loss), 2 * matrix @ scatter(x, weights)
