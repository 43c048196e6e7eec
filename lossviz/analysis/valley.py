"""The valley of a histogram: angles enter; the angle at which their two heaps part leaves, if they are two."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d
from scipy.signal import find_peaks

Angles = NDArray[np.floating]

BIN, WIDTH = 0.25, 2.0
"""Degrees: of a bin, and the standard deviation of the bell with which bins are smoothed."""

SIGMAS = 4.0
"""How many standard errors a heap must rise over the dip before it, or chance alone may have made it."""


def valley(angles: Angles) -> float | None:
    """The deepest place between the two main heaps of angles (N,), 0 … 180 degrees; None where there is but one.

    The first heap is the highest; the second is the highest beyond it that stands out over the dip between them.

    >>> round(valley(np.r_[np.full(90, 10.0), np.full(30, 40.0)]))
    25
    """
    density = smoothed(angles)
    peaks = find_peaks(np.r_[0.0, density, 0.0])[0] - 1
    if not len(peaks):
        return None
    first = peaks[np.argmax(density[peaks])]
    beyond = [peak for peak in peaks if peak > first and _rise(density[peak], density[first:peak].min()) >= SIGMAS]
    if not beyond:
        return None
    between = density[first : max(beyond, key=lambda peak: density[peak])]
    lowest = np.flatnonzero(between <= between.min() + 1e-9)  # an empty stretch has many: its middle
    return float((first + (lowest[0] + lowest[-1]) / 2 + 0.5) * BIN)


def smoothed(angles: Angles) -> NDArray[np.float64]:
    """How many angles lie near each bin of 0 … 180 degrees, as if in a window of about seven degrees."""
    counts = np.histogram(angles, bins=np.arange(0.0, 180.0 + BIN, BIN))[0].astype(float)
    window = 2 * math.sqrt(math.pi) * WIDTH / BIN
    found: NDArray[np.float64] = gaussian_filter1d(counts, WIDTH / BIN, mode="reflect") * window
    return found


def _rise(top: float, bottom: float) -> float:
    """The difference of two counts in standard errors."""
    return float((top - bottom) / math.sqrt(max(1.0, top + bottom)))
