"""What the linear methods share: points enter, checked points, distances and linear maps leave.

A map is a matrix A [d, D]; it measures d_M(u, v)² = ‖A(u − v)‖² = (u − v)ᵀM(u − v) with the metric M = AᵀA [D, D].
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Matrix = NDArray[np.float64]
Whole = NDArray[np.int64]

Told = Callable[[int, float], None]
"""Who is told after each iteration, from 1: its number and the value of what the method makes small or large.
An exception raised there ends the fit."""


def points(x: ArrayLike) -> Matrix:
    """The points as float64 [N, D]. Raises ValueError unless they are a finite matrix with at least one row."""
    found = np.asarray(x, np.float64)
    if found.ndim != 2 or not found.size:
        raise ValueError(f"x must be a matrix [N, D] with at least one row, got shape {list(found.shape)}")
    if not np.isfinite(found).all():
        raise ValueError(f"x must be finite, got {found[~np.isfinite(found)][0]} in row {_bad_row(found)}")
    return found


def named(y: ArrayLike, x: Matrix) -> Whole:
    """The labels as class indices [N]. Raises ValueError unless each point has one and there are two classes."""
    found = np.asarray(y)
    if found.shape != (len(x),):
        raise ValueError(f"y must hold one label for each of the {len(x)} points, got shape {list(found.shape)}")
    classes, indices = np.unique(found, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y must hold at least two classes, got only {classes[0]}")
    return indices.astype(np.int64)


def check_dim(dim: int, x: Matrix) -> None:
    """Raises ValueError unless 1 ≤ dim ≤ D."""
    if not 1 <= dim <= x.shape[1]:
        raise ValueError(f"dim must lie in 1 … {x.shape[1]}, got {dim}")


def check_positive(name: str, value: float) -> None:
    """Raises ValueError unless value > 0."""
    if not value > 0:
        raise ValueError(f"{name} must be greater than 0, got {value}")


def transform(x: ArrayLike, matrix: Matrix) -> Matrix:
    """The points [N, D] seen through a map [d, D]: Ax, [N, d]. Raises ValueError when the widths differ.

    >>> transform([[3.0, 4.0]], np.array([[2.0, 0.0]]))
    array([[6.]])
    """
    found = points(x)
    if found.shape[1] != matrix.shape[1]:
        raise ValueError(f"x must be {matrix.shape[1]} wide, as the map is, got {found.shape[1]}")
    return np.asarray(found @ matrix.T)


def principal(x: Matrix, dim: int) -> Matrix:
    """The dim directions of most variance, orthonormal rows [dim, D], each with its largest entry positive."""
    directions = np.linalg.svd(x - x.mean(0), full_matrices=True)[2][:dim]
    largest = np.abs(directions).argmax(1)
    return np.asarray(directions * np.sign(directions[np.arange(dim), largest])[:, None])


def strongest(metric: Matrix, dim: int) -> Matrix:
    """The map [dim, D] whose AᵀA is nearest to a metric M [D, D]: √λ·v for its dim largest eigenvalues, largest first.

    >>> strongest(np.diag([1.0, 9.0]), dim=1)
    array([[0., 3.]])
    """
    values, vectors = np.linalg.eigh(metric)
    kept = vectors.T[::-1][:dim]
    signs = np.sign(kept[np.arange(dim), np.abs(kept).argmax(1)])
    return np.asarray(kept * (signs * np.sqrt(np.maximum(values[::-1][:dim], 0.0)))[:, None])


def squared_distances(x: Matrix, others: Matrix) -> Matrix:
    """‖x_i − o_j‖², [N, M], never below 0."""
    found = (x**2).sum(1)[:, None] + (others**2).sum(1) - 2 * x @ others.T
    return np.asarray(np.maximum(found, 0.0))


def scatter(x: Matrix, weights: Matrix) -> Matrix:
    """Σ_ij w_ij (x_i − x_j)(x_i − x_j)ᵀ, [D, D], for weights [N, N], by way of the graph's Laplacian."""
    both = weights + weights.T
    return np.asarray(x.T @ (both.sum(1)[:, None] * x - both @ x))


def _bad_row(x: Matrix) -> int:
    return int(np.flatnonzero(~np.isfinite(x).all(1))[0])
