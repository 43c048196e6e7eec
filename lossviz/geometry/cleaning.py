"""Cleaning by angle: angles to sub-centres and a threshold enter; who lies beyond it, and how many rightly, leave."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TENTHS = 10


def tenths(angles: NDArray[np.floating]) -> Floats:
    """Degrees (N, K) in tenths: whole numbers, so that everybody counts the same suspects."""
    return np.asarray(np.rint(angles.astype(float) * TENTHS), float)


def to_dominant(angles: NDArray[np.floating], labels: NDArray[np.integer], dominant: NDArray[np.integer]) -> Floats:
    """Degrees (N,), to a tenth, from each sample to the dominant one (C,) of the K sub-centres of its label (N,).

    Deng et al. 2020, Sub-center ArcFace, section 3.4.

    >>> to_dominant(np.array([[10.0, 62.04]]), np.array([0]), np.array([1])).tolist()
    [62.0]
    """
    return np.asarray(tenths(angles)[np.arange(len(angles)), dominant[labels]] / TENTHS, float)


def precision_and_recall(dropped: NDArray[np.bool_], wrong: NDArray[np.bool_]) -> tuple[float, float]:
    """The share of the dropped (N,) that is wrong, and of the wrong (N,) that is dropped; NaN of none.

    >>> precision_and_recall(np.array([True, True, False]), np.array([True, False, False]))
    (0.5, 1.0)
    """
    hits = int((dropped & wrong).sum())
    of_dropped, of_wrong = (hits / n if (n := int(kind.sum())) else np.nan for kind in (dropped, wrong))
    return of_dropped, of_wrong
