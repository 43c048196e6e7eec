"""How a setting moves over a run: where it starts and ends and how far the run has come enter, its value leaves."""

from __future__ import annotations

GROWTH = 0.5
"""Share of the run after which a growing setting stands at its end."""


def grown(start: float, end: float, progress: float) -> float:
    """From start to end by equal factors over the first half of the run; a start of 0 means no growth.

    >>> [grown(4.0, 16.0, progress) for progress in (0.0, 0.25, 0.5)], grown(0.0, 16.0, 0.0)
    ([4.0, 8.0, 16.0], 16.0)
    """
    if start == 0.0 or progress >= GROWTH:
        return end
    return float(start * (end / start) ** (progress / GROWTH))
