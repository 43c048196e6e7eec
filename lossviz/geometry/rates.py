"""A curve of thresholds and error rates, and a false accept rate, enter; the place on the curve leaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Working(NamedTuple):
    """Where a verification works: from `threshold` on two images count as one class; its FAR and TAR."""

    threshold: float
    far: float
    tar: float


def at_rate(thresholds: Floats, far: Floats, tar: Floats, rate: float) -> Working:
    """The working point at a false accept rate, on the straight line between the two points of the curve about it.

    thresholds fall and far and tar rise, each (M,).

    >>> round(at_rate(np.array([0.9, 0.5]), np.array([0.0, 0.2]), np.array([0.4, 0.8]), 0.1).tar, 2)
    0.6
    """
    before = max(0, int(np.searchsorted(far, rate, side="right")) - 1)
    after = min(len(far) - 1, before + 1)
    span = far[after] - far[before]
    t = min(1.0, max(0.0, (rate - far[before]) / span)) if span > 0 else 0.0
    return Working(*(float(each[before] + t * (each[after] - each[before])) for each in (thresholds, far, tar)))
