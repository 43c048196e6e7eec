"""When to look: the number of steps enters, the steps after which a frame is taken leave. Plain arithmetic."""

from __future__ import annotations

import math

FRAMES = 60
"""Intervals between the frames of a run that is long enough."""


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
