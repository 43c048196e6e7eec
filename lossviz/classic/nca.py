"""Neighbourhood components analysis: points and labels enter, the map leaves that makes stochastic neighbours agree."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import softmax
from sklearn.neighbors import NeighborhoodComponentsAnalysis

from lossviz.classic.linear import Matrix, Told, check_dim, named, points, principal, squared_distances


def nca(x: ArrayLike, y: ArrayLike, dim: int, *, steps: int = 50, told: Told | None = None) -> Matrix:
    """The map [dim, D] that maximises `agreement`, found by scikit-learn from the principal directions.

    x [N, D], y [N]. The distances' unit counts: p is all but uniform when points lie much closer than 1, and one
    neighbour has it all when they lie much farther apart. `told` hears the agreement.
    Raises ValueError for bad points, labels or dim.
    Goldberger et al. 2004, Neighbourhood components analysis
    """
    data = points(x)
    labels = named(y, data)
    check_dim(dim, data)

    numbers = count(1)

    def heard(flat: Matrix, _: int) -> None:
        if told is not None:
            told(next(numbers), agreement(flat.reshape(dim, -1), data, labels))

    start = principal(data, dim)
    found = NeighborhoodComponentsAnalysis(n_components=dim, init=start, max_iter=steps, callback=heard)
    return np.asarray(found.fit(data, labels).components_)


def agreement(matrix: Matrix, x: Matrix, y: ArrayLike) -> float:
    """Σ_i Σ_{j≠i, y_j=y_i} p_ij / N in [0, 1], with p_ij = exp(−‖Ax_i − Ax_j‖²) / Σ_{k≠i} exp(−‖Ax_i − Ax_k‖²).

    matrix A [d, D], x [N, D], y [N].

    >>> agreement(np.eye(1), np.array([[0.0], [0.0], [99.0], [99.0]]), [0, 0, 1, 1])
    1.0
    """
    seen, labels = x @ matrix.T, np.asarray(y)
    distances = squared_distances(seen, seen)
    np.fill_diagonal(distances, np.inf)
    return float(softmax(-distances, axis=1)[labels[:, None] == labels].sum() / len(x))
