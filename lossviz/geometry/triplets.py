"""Triplets by difficulty, by number and as a mining takes them: distances and labels enter, words and lists leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Triplet = tuple[int, int, int]


def triplet_category(d_ap: float, d_an: float, margin: float) -> str:
    """Easy for d_an ≥ d_ap + m (loss 0), hard for d_an ≤ d_ap, semihard between.

    Schroff et al. 2015, FaceNet.

    >>> triplet_category(0.5, 0.6, margin=0.3)
    'semihard'
    """
    if d_an >= d_ap + margin:
        return "easy"
    return "hard" if d_an <= d_ap else "semihard"


def count_triplets(labels: Sequence[int] | None = None, class_sizes: Sequence[int] | None = None) -> int:
    """Number of valid triplets (anchor, positive, negative), Σ_c n_c(n_c − 1)(N − n_c), from labels or class sizes.

    Raises ValueError unless exactly one of the two is given.

    >>> count_triplets(labels=[0, 0, 1])
    2
    """
    if (labels is None) == (class_sizes is None):
        raise ValueError("labels or class_sizes must be given, and not both")
    sizes = class_sizes if class_sizes is not None else np.unique(np.asarray(labels), return_counts=True)[1].tolist()
    total = sum(sizes)
    return sum(n * (n - 1) * (total - n) for n in sizes)


def mined_triplets(
    points: npt.ArrayLike, labels: Sequence[int], mining: str, *, margin: float = 1.0, draw: int = 0
) -> list[Triplet]:
    """The triplets (a, p, n) that a mining takes from a batch, by plain distance; of equals the first.

    Args: points [N, d], labels [N]. mining "hard": the farthest positive and the nearest negative of every anchor
    (Hermans et al. 2017); "all": every valid triplet; "semihard": for every ordered positive pair the nearest negative
    with d_ap < d_an < d_ap + margin, pairs without one left out (Schroff et al. 2015); "random": for every such pair a
    negative by lot, another for every `draw`.
    Raises ValueError for another mining.

    >>> mined_triplets([[0.0], [1.0], [1.1], [3.0]], [0, 0, 1, 2], "semihard", margin=0.3)
    [(0, 1, 2)]
    """
    if mining not in MININGS:
        raise ValueError(f"mining must be one of {', '.join(MININGS)}, got {mining}")
    places = np.asarray(points, dtype=np.float64)
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    return list(MININGS[mining](apart, list(labels), margin, draw))


@dataclass(frozen=True)
class Mined:
    """Triplets in numbers: how many, how many of each difficulty, how many with a loss above 0, and mean losses.

    `mean` counts all of them, `mean_active` only those above 0; both are 0 where there is none.
    """

    number: int
    easy: int
    semihard: int
    hard: int
    active: int
    mean: float
    mean_active: float


def mined_numbers(points: npt.ArrayLike, triplets: Sequence[Triplet], margin: float) -> Mined:
    """What is to be said of [d(a,p) − d(a,n) + m]₊ over a list of triplets (a, p, n) of points [N, d].

    >>> mined_numbers([[0.0], [1.0], [1.5]], [(0, 1, 2), (1, 0, 2)], margin=1.0).mean
    1.0
    """
    places = np.asarray(points, dtype=np.float64)
    a, p, n = np.asarray(triplets, dtype=np.int64).reshape(-1, 3).T
    near, far = (np.linalg.norm(places[a] - places[other], axis=1) for other in (p, n))
    terms = np.maximum(near - far + margin, 0.0)
    kinds = [triplet_category(d_ap, d_an, margin) for d_ap, d_an in zip(near, far, strict=True)]
    active, total = int((terms > 0).sum()), float(terms.sum())
    return Mined(
        len(kinds), kinds.count("easy"), kinds.count("semihard"), kinds.count("hard"),
        active, total / max(len(kinds), 1), total / max(active, 1),
    )  # fmt: skip


def _mates(labels: list[int], a: int) -> list[int]:
    return [j for j, label in enumerate(labels) if j != a and label == labels[a]]


def _strangers(labels: list[int], a: int) -> list[int]:
    return [j for j, label in enumerate(labels) if label != labels[a]]


def _hard(apart: Array, labels: list[int], margin: float, draw: int) -> Iterator[Triplet]:
    for a in range(len(labels)):
        mates, strangers = _mates(labels, a), _strangers(labels, a)
        if mates and strangers:
            yield a, max(mates, key=lambda j: apart[a, j]), min(strangers, key=lambda j: apart[a, j])


def _all(apart: Array, labels: list[int], margin: float, draw: int) -> Iterator[Triplet]:
    for a in range(len(labels)):
        yield from ((a, p, n) for p in _mates(labels, a) for n in _strangers(labels, a))


def _semihard(apart: Array, labels: list[int], margin: float, draw: int) -> Iterator[Triplet]:
    for a in range(len(labels)):
        for p in _mates(labels, a):
            between = [
                n
                for n in _strangers(labels, a)
                if triplet_category(apart[a, p], apart[a, n], margin) == "semihard"
            ]  # fmt: skip
            if between:
                yield a, p, min(between, key=lambda n: apart[a, n])


def _random(apart: Array, labels: list[int], margin: float, draw: int) -> Iterator[Triplet]:
    for a in range(len(labels)):
        strangers = _strangers(labels, a)
        if strangers:
            yield from ((a, p, strangers[_lot(draw, a, p) % len(strangers)]) for p in _mates(labels, a))


def _lot(draw: int, a: int, p: int) -> int:
    """A whole number below 2³² that looks random, the same for the same three, here and in the browser."""
    h = (draw * 0x9E3779B1 + a * 0x85EBCA77 + p * 0xC2B2AE3D) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    h = ((h ^ (h >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return h ^ (h >> 15)


MININGS: dict[str, Callable[[Array, list[int], float, int], Iterator[Triplet]]] = {
    "hard": _hard,
    "all": _all,
    "semihard": _semihard,
    "random": _random,
}
