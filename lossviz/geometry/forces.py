"""Losses on pairs and triplets as forces: points and labels enter, the loss and its gradient on every point leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lossviz.geometry.triplets import Triplet, mined_triplets

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Forces:
    """A batch's `loss`, and `gradient` ∂L/∂x [N, d]: the force on a point is its negative."""

    loss: float
    gradient: Array


def batch_forces(
    loss: str, points: npt.ArrayLike, labels: Sequence[int], *, margin: float = 1.0, tau: float = 1.0
) -> Forces:  # fmt: skip
    """What a loss on a batch asks of every point.

    Args: points [N, d], labels [N], margin m and, for "infonce", temperature τ. Distances D are plain; −D² takes the
    place of a similarity. loss "contrastive" (Hadsell et al. 2006); "triplet", the mean over all triplets above 0,
    "hard", and "soft" with softplus in the place of the margin (Hermans et al. 2017); "semihard" (Schroff et al. 2015);
    "quadruplet" over every (a, p, n1, n2) of three classes with margins m and m/2 (Chen et al. 2017); "lifted" (Song
    et al. 2016); "npair" with the first two points of each class (Sohn 2016); "infonce" (van den Oord et al. 2018).
    Each is the mean that `lossviz.losses` takes. Points that coincide exert no force on each other.
    Raises ValueError for another loss.

    >>> float(batch_forces("hard", [[0.0], [1.0], [3.0]], [0, 0, 1], margin=2.5).loss)
    1.0
    """
    if loss not in LOSSES:
        raise ValueError(f"loss must be one of {', '.join(LOSSES)}, got {loss}")
    batch = _Batch(np.asarray(points, np.float64), list(labels), margin, tau)
    value = LOSSES[loss](batch)
    pull = batch.slopes + batch.slopes.T
    ways = batch.points[:, None] - batch.points
    lengths = np.where(batch.apart > 0, batch.apart, np.inf)
    return Forces(float(value), ((pull / lengths)[:, :, None] * ways).sum(1))


class _Batch:
    """A batch whose losses add ∂L/∂D to `slopes` [N, N]."""

    def __init__(self, points: Array, labels: list[int], margin: float, tau: float) -> None:
        self.points, self.labels, self.margin, self.tau = points, labels, margin, tau
        self.apart: Array = np.linalg.norm(points[:, None] - points, axis=2)
        self.same = np.equal.outer(labels, labels)
        self.slopes = np.zeros_like(self.apart)

    def pairs(self) -> npt.NDArray[np.int64]:
        """Every ordered positive pair, [P, 2]."""
        return np.argwhere(self.same & ~np.eye(len(self.labels), dtype=bool))

    def mined(self, mining: str) -> list[Triplet]:
        return mined_triplets(self.points, self.labels, mining, margin=self.margin)

    def pull(self, i: npt.ArrayLike, j: npt.ArrayLike, slope: npt.ArrayLike) -> None:
        np.add.at(self.slopes, (np.asarray(i, np.int64), np.asarray(j, np.int64)), slope)

    def hinges(self, triplets: Sequence[Triplet]) -> float:
        """The mean of [d(a,p) − d(a,n) + m]₊ over these triplets."""
        if not triplets:
            return 0.0
        a, p, n = np.array(triplets).T
        terms = self.apart[a, p] - self.apart[a, n] + self.margin
        slope = (terms > 0) / len(terms)
        self.pull(a, p, slope)
        self.pull(a, n, -slope)
        return float(np.maximum(terms, 0.0).mean())


def _contrastive(batch: _Batch) -> float:
    number = len(batch.labels) * (len(batch.labels) - 1) / 2
    stretch = np.where(batch.same, batch.apart, np.minimum(batch.apart - batch.margin, 0.0))
    batch.slopes += np.triu(stretch, 1) / number
    return float((np.triu(stretch, 1) ** 2).sum() / 2 / number)


def _triplet(batch: _Batch) -> float:
    every, apart, m = batch.mined("all"), batch.apart, batch.margin
    return batch.hinges([(a, p, n) for a, p, n in every if apart[a, p] - apart[a, n] + m > 0])


def _soft(batch: _Batch) -> float:
    a, p, n = np.array(batch.mined("hard")).reshape(-1, 3).T
    lead = batch.apart[a, p] - batch.apart[a, n]
    slope = 1 / (1 + np.exp(-lead)) / max(len(lead), 1)
    batch.pull(a, p, slope)
    batch.pull(a, n, -slope)
    return float(np.logaddexp(0.0, lead).sum() / max(len(lead), 1))


def _quadruplet(batch: _Batch) -> float:
    pairs, labels = batch.pairs(), np.array(batch.labels)
    strange = {c: np.argwhere(~batch.same & (labels != c)[:, None] & (labels != c)) for c in set(batch.labels)}
    number = sum(len(strange[labels[a]]) for a, _ in pairs)
    total = 0.0
    for a, p in pairs:
        first, second = strange[labels[a]].T
        for one, margin in ((np.full_like(first, a), batch.margin), (second, batch.margin / 2)):
            terms = batch.apart[a, p] - batch.apart[one, first] + margin
            slope = (terms > 0) / number
            batch.slopes[a, p] += slope.sum()
            batch.pull(one, first, -slope)
            total += np.maximum(terms, 0.0).sum()
    return float(total / max(number, 1))


def _lifted(batch: _Batch) -> float:
    pairs = [(i, j) for i, j in batch.pairs() if i < j]
    total = 0.0
    for i, j in pairs:
        rows, columns = np.nonzero(~batch.same[[i, j]])
        rows = np.where(rows == 0, i, j)
        exponents = batch.margin - batch.apart[rows, columns]
        strange = np.logaddexp.reduce(exponents, initial=-np.inf)
        excess = max(0.0, float(strange + batch.apart[i, j]))
        if excess > 0:
            batch.slopes[i, j] += excess / len(pairs)
            batch.pull(rows, columns, -excess / len(pairs) * np.exp(exponents - strange))
        total += excess**2 / 2
    return total / max(len(pairs), 1)


def _npair(batch: _Batch) -> float:
    members = [np.flatnonzero(np.array(batch.labels) == c) for c in sorted(set(batch.labels))]
    anchors, partners = np.array([found[:2] for found in members if len(found) > 1]).reshape(-1, 2).T
    apart = batch.apart[np.ix_(anchors, partners)]
    crowd = np.logaddexp.reduce(-(apart**2), axis=1, initial=-np.inf)
    number = max(len(anchors), 1)
    excess = np.exp(-(apart**2) - crowd[:, None]) - np.eye(len(anchors))
    batch.pull(
        np.repeat(anchors, len(partners)), np.tile(partners, len(anchors)), (-2 * apart * excess / number).ravel()
    )
    return float((crowd + np.diag(apart) ** 2).sum() / number)


def _infonce(batch: _Batch) -> float:
    pairs, scores = batch.pairs(), -(batch.apart**2) / batch.tau
    steep = -2 * batch.apart / batch.tau / max(len(pairs), 1)
    total = 0.0
    for i, p in pairs:
        strangers = np.flatnonzero(~batch.same[i])
        crowd = np.logaddexp.reduce(scores[i, strangers], initial=-np.inf)
        missed = 1 / (1 + np.exp(scores[i, p] - crowd))
        batch.slopes[i, p] -= steep[i, p] * missed
        batch.slopes[i, strangers] += steep[i, strangers] * missed * np.exp(scores[i, strangers] - crowd)
        total += np.logaddexp(0.0, crowd - scores[i, p])
    return float(total / max(len(pairs), 1))


LOSSES: dict[str, Callable[[_Batch], float]] = {
    "contrastive": _contrastive,
    "triplet": _triplet,
    "hard": lambda batch: batch.hinges(batch.mined("hard")),
    "soft": _soft,
    "semihard": lambda batch: batch.hinges(batch.mined("semihard")),
    "quadruplet": _quadruplet,
    "lifted": _lifted,
    "npair": _npair,
    "infonce": _infonce,
}
