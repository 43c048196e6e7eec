"""Verification: similarities of pairs of images enter; curves, AUC, EER and TAR@FAR with their intervals leave. Numpy.

A pair is accepted as "of one class" from a similarity on. FAR: the share of pairs of two classes that are accepted.
TAR: the share of pairs of one class that are; FRR = 1 − TAR. Both as scikit-learn's `roc_curve` counts them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_curve

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

RATES = (1e-1, 1e-2, 1e-3)
"""The false accept rates at which TAR is told."""

NUMBERS = ("auc", "eer", *(f"tar_{rate:g}" for rate in RATES))
DRAWS = 200
COVERED = 0.95


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """scores (P,): how alike the two of a pair are; same (P,): of one class; first, second (P,): which two images."""

    scores: Floats
    same: NDArray[np.bool_]
    first: Indices
    second: Indices

    @property
    def alike(self) -> int:
        """Pairs of one class."""
        return int(self.same.sum())

    @property
    def different(self) -> int:
        """Pairs of two classes."""
        return len(self.same) - self.alike


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve:
    """thresholds, far and tar, of the same length: from where nothing is accepted to where everything is."""

    thresholds: Floats
    far: Floats
    tar: Floats


def curve(pairs: Pairs) -> Curve:
    """One point for every similarity that occurs."""
    far, tar, thresholds = roc_curve(pairs.same, pairs.scores, drop_intermediate=False)
    return Curve(thresholds=thresholds, far=far, tar=tar)


def numbers(found: Curve) -> Floats:
    """(5,) in the order of NUMBERS: AUC by trapezia, EER between the two nearest points, TAR@FAR without interpolation.

    TAR@FAR = x is the largest TAR with a FAR of at most x; NaN where fewer than 1/x pairs of two classes are known.
    """
    area = float(np.trapezoid(found.tar, found.far))
    return np.array([area, equal_error(found), *(tar_at(found, rate) for rate in RATES)])


def equal_error(found: Curve) -> float:
    """Where FAR and FRR are equal, on the straight line between the points on both sides of it."""
    gap = found.far - (1 - found.tar)
    after = int(np.searchsorted(gap, 0.0))
    before = max(0, after - 1)
    reach = gap[after] - gap[before]
    t = -gap[before] / reach if reach > 0 else 0.0
    return float(found.far[before] + t * (found.far[after] - found.far[before]))


def tar_at(found: Curve, rate: float) -> float:
    """The largest TAR with a FAR of at most `rate`."""
    return float(found.tar[np.searchsorted(found.far, rate * (1 + 1e-12), side="right") - 1])


def needed(rate: float) -> int:
    """How many pairs of two classes there must be for a single one of them to stand for this FAR or less."""
    return round(1 / rate)


def intervals(
    pairs: Pairs,
    labels: NDArray[np.integer],
    *,
    draws: int = DRAWS,
    seed: int = 0,
    heed: Callable[[float], None] = lambda share: None,
) -> Floats:
    """(5, 2): between which values each of NUMBERS lies in 95 % of bootstrap samples.

    Images (N,) are drawn, with replacement and within their class, not pairs: pairs that share an image are not
    independent. A pair counts as often as the product of how often its two images are drawn. `heed` hears the share.
    """
    sample = _Sample(pairs)
    chance = np.random.default_rng(seed)
    found = np.empty((draws, len(NUMBERS)))
    for n in range(draws):
        found[n] = sample.numbers(drawn(labels, chance))
        heed((n + 1) / draws)
    low = (1 - COVERED) / 2
    return np.nanquantile(found, [low, 1 - low], axis=0).T


def drawn(labels: NDArray[np.integer], chance: np.random.Generator) -> Floats:
    """How often each image (N,) is drawn when each class draws as many as it has."""
    times = np.zeros(len(labels))
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        np.add.at(times, chance.choice(rows, len(rows)), 1)
    return times


class _Sample:
    """Pairs of one and of two classes, each by falling similarity, so that a draw sorts nothing."""

    def __init__(self, pairs: Pairs) -> None:
        order = np.argsort(-pairs.scores, kind="stable")
        alike, apart = (order[pairs.same[order] == same] for same in (True, False))
        self._alike, self._apart = ([of[rows].astype(np.int32) for of in (pairs.first, pairs.second)]
                                    for rows in (alike, apart))  # fmt: skip
        up, down = -pairs.scores[apart], -pairs.scores[alike]
        self._above, self._level = (np.searchsorted(up, down, side=side) for side in ("left", "right"))
        # pairs of one class before each pair of two, without those that are as similar, and with them
        self._before, self._until = (np.searchsorted(down, up, side=side) for side in ("left", "right"))

    def numbers(self, times: Floats) -> Floats:
        """As `numbers`, of images drawn so often (N,); the EER between two pairs of two classes."""
        weights = times[self._alike[0]] * times[self._alike[1]]
        tar, far = _summed(weights), _summed(times[self._apart[0]] * times[self._apart[1]])
        if not (tar[-1] and far[-1]):
            return np.full(len(NUMBERS), np.nan)
        missed = (far[self._above] + far[self._level]) / 2
        area = 1 - float(weights @ missed) / (tar[-1] * far[-1])
        return np.array([area, self._equal_error(far, tar), *(self._tar_at(far, tar, rate) for rate in RATES)])

    def _tar_at(self, far: Floats, tar: Floats, rate: float) -> float:
        beyond = int(np.searchsorted(far, far[-1] * rate * (1 + 1e-12), side="right")) - 1
        return 1.0 if beyond >= len(self._before) else float(tar[self._before[beyond]] / tar[-1])

    def _equal_error(self, far: Floats, tar: Floats) -> float:
        def gap(n: int) -> float:
            return float(far[n + 1] / far[-1] - 1 + tar[self._until[n]] / tar[-1])

        after = bisect_left(range(len(self._until)), 0.0, key=gap)
        low = gap(after - 1) if after else -1.0
        t = -low / (gap(after) - low)
        return float((far[after] + t * (far[after + 1] - far[after])) / far[-1])


def _summed(weights: Floats) -> Floats:
    """0, and the sums of the first, the first two …"""
    found = np.empty(len(weights) + 1)
    found[0] = 0.0
    np.cumsum(weights, out=found[1:])
    return found


def thinned(found: Curve, points: int) -> Curve:
    """About so many of the curve's own points, half of them by FAR and half by FRR, dense where these are small."""
    if len(found.far) <= points:
        return found
    least = 1 / len(found.far)
    shares = np.geomspace(least, 1, points // 2)
    by_far = np.searchsorted(found.far, shares, side="right") - 1
    by_frr = np.searchsorted(found.tar, 1 - shares, side="left")
    kept = np.unique(np.concatenate([[0, len(found.far) - 1], by_far, by_frr]).clip(0, len(found.far) - 1))
    return Curve(thresholds=found.thresholds[kept], far=found.far[kept], tar=found.tar[kept])


def extremes(pairs: Pairs, count: int, *, same: bool) -> Indices:
    """Indices of the pairs of one class that are least alike, or of two classes that are most; no image comes twice."""
    rows = np.flatnonzero(pairs.same == same)
    order = rows[np.argsort(pairs.scores[rows] if same else -pairs.scores[rows], kind="stable")]
    seen: set[int] = set()
    kept = []
    for row in order:
        both = {int(pairs.first[row]), int(pairs.second[row])}
        if not both & seen:
            seen |= both
            kept.append(row)
        if len(kept) == count:
            break
    return np.array(kept, np.int64)
