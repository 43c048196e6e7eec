"""What depends on the step alone: the number of steps enters, those with a frame and the learning rate leave."""

from __future__ import annotations

import math

FRAMES = 60
"""Intervals between the frames of a run that is long enough."""

WARM_UP = 0.25
"""Share of a cycle in which the learning rate rises to its peak."""

LOWEST_AT_LAST = 0.001
"""Where the learning rate ends, over its peak (Smith and Topin 2017, one cycle)."""


def per_epoch(samples: int, batch: int) -> int:
    """Steps in which an epoch uses its samples once, the last incomplete batch left out."""
    return max(1, samples // batch)


def frame_steps(steps: int, frames: int = FRAMES) -> list[int]:
    """Steps 0 = s₀ < s₁ = 1 < … ≤ steps, ever further apart: sᵢ = iᵖ with framesᵖ = steps.

    Early on a step changes the picture most, and so the first ones are all shown. A short run shows every step.

    >>> frame_steps(620)[:8], frame_steps(620)[-2:], len(frame_steps(620))
    ([0, 1, 3, 6, 9, 13, 17, 21], [604, 620], 61)
    """
    if steps <= frames:
        return list(range(steps + 1))
    power = math.log(steps) / math.log(frames)
    return sorted({round(i**power) for i in range(frames)} | {steps})


def share_of_peak(progress: float, first: float = 0.1) -> float:
    """The learning rate at this point of a cycle, 0 … 1, over its peak: half a cosine up, and one down to 1/1000.

    >>> [share_of_peak(p) for p in (0.0, 0.25, 1.0)]
    [0.1, 1.0, 0.001]
    """
    if progress < WARM_UP:
        return _eased(first, 1.0, progress / WARM_UP)
    return _eased(1.0, LOWEST_AT_LAST, (progress - WARM_UP) / (1 - WARM_UP))


def _eased(start: float, end: float, part: float) -> float:
    return end + (start - end) * (1 + math.cos(math.pi * part)) / 2
