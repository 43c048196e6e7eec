"""How far a picture can be trusted: places before and after a projection enter, measures of their neighbourhoods leave.

Block by block: scikit-learn's `trustworthiness` gives the same numbers, but holds 3 GB for ten thousand points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Whole = NDArray[np.int64]

BLOCK = 2**21
"""Distances held at once: 16 MB."""

VOTERS = 5


@dataclass(frozen=True, eq=False)
class Faithfulness:
    """For each k of `ks`: `trustworthiness` (1: no stranger came near), `continuity` (1: no neighbour was lost) and
    `overlap`, the share of a point's k neighbours that it keeps. votes: the accuracy of 5 neighbours, before, after."""

    ks: tuple[int, ...]
    trustworthiness: Matrix
    continuity: Matrix
    overlap: Matrix
    votes: tuple[float, float]


def faithfulness(
    before: Matrix, after: Matrix, labels: NDArray[np.uint8], ks: Sequence[int], told: Callable[[float], None]
) -> Faithfulness:
    """Compares the neighbourhoods of before (N, D) and after (N, d), by Euclidean distance; labels (N,).

    T(k) = 1 − 2/(Nk(2N−3k−1)) Σ_i Σ_j∈U (r(i,j) − k), U: the k neighbours of i after that were not before, r: the
    rank of j before. Continuity is T with both changed over. Every k must be below N/2. `told` hears the share done.
    Venna and Kaski 2001, Neighborhood preservation in nonlinear projection methods
    """
    n, most = len(before), max(*ks, VOTERS)
    penalties, kept, right = np.zeros((2, len(ks))), np.zeros(len(ks)), np.zeros(2)
    for rows, far, near in zip(blocks(n), distances(before), distances(after), strict=True):
        lists = [nearest(far, most), nearest(near, most)]
        ranks = [ranked(far, lists[1]), ranked(near, lists[0])]  # of who is near after, before; and the reverse
        for place, k in enumerate(ks):
            penalties[:, place] += [np.maximum(rank[:, :k] - k, 0).sum() for rank in ranks]
            kept[place] += (ranks[0][:, :k] <= k).sum()
        right += [(votes(labels[found[:, :VOTERS]]) == labels[rows]).sum() for found in lists]
        told(rows.stop / n)
    sizes = np.array(ks)
    trusted, continuous = 1 - 2 * penalties / (n * sizes * (2 * n - 3 * sizes - 1))
    return Faithfulness(tuple(ks), trusted, continuous, kept / (n * sizes), (right[0] / n, right[1] / n))


def neighbours(points: Matrix, k: int) -> tuple[Whole, Matrix]:
    """Indices and distances (N, k) of the k nearest points of each one, nearest first, never itself."""
    indices, lengths = [], []
    for squares in distances(points):
        found = nearest(squares, k)
        indices.append(found)
        lengths.append(np.sqrt(np.take_along_axis(squares, found, 1)))
    return np.concatenate(indices), np.concatenate(lengths)


def blocks(n: int) -> Iterator[slice]:
    """Rows of an (n, n) matrix, some at a time."""
    rows = max(1, BLOCK // n)
    return (slice(first, min(first + rows, n)) for first in range(0, n, rows))


def distances(points: Matrix) -> Iterator[Matrix]:
    """Squared distances (rows, N) of each block; that of a point to itself is infinite."""
    centred = points - points.mean(0)
    squares = np.einsum("nd,nd->n", centred, centred)
    for rows in blocks(len(points)):
        found = squares[rows, None] + squares - 2 * centred[rows] @ centred.T
        np.maximum(found, 0, out=found)
        found[np.arange(rows.stop - rows.start), np.arange(rows.start, rows.stop)] = np.inf
        yield found


def nearest(squares: Matrix, k: int) -> Whole:
    """Indices (rows, k) of the k smallest of each row, the smallest first."""
    some = np.argpartition(squares, k - 1, axis=1)[:, :k]
    order = np.argsort(np.take_along_axis(squares, some, 1), axis=1, kind="stable")
    return np.take_along_axis(some, order, 1)


def ranked(squares: Matrix, found: Whole) -> Whole:
    """The ranks (rows, k), from 1, that the entries `found` have in their rows."""
    asked, ordered = np.take_along_axis(squares, found, 1), np.sort(squares, axis=1)
    below = [np.searchsorted(row, values) for row, values in zip(ordered, asked, strict=True)]
    ranks: Whole = np.stack(below) + 1
    return ranks


def votes(labels: NDArray[np.uint8]) -> Whole:
    """The most frequent label of each row (N, k), the lowest of those that are equally frequent."""
    counts = np.stack([(labels == c).sum(1) for c in range(int(labels.max()) + 1)], 1)
    return np.asarray(counts.argmax(1))
