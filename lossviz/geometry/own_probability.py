"""How sure a softmax is of the own class, all others at 90°: angle, scale and margin enter, a probability leaves."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.target_logits import Values
from lossviz.geometry.two_classes import Asks, target_logit


def own_probability(theta: ArrayLike, s: float, C: int, asks: Asks) -> Values:  # noqa: N803
    """P(θ) = 1/(1 + (C − 1)·e^{−s·target(θ)}), θ in radians: AdaCos's figure, for any margin.

    Raises ValueError for C below 2. Zhang et al. 2019, AdaCos.

    >>> round(float(own_probability(0.0, 10, 2000, Asks("arcface"))), 3)
    0.917
    """
    if C < 2:
        raise ValueError(f"C must be at least 2, got {C}")
    return np.exp(-np.logaddexp(0.0, math.log(C - 1) - s * target_logit(theta, asks)))


def half_way_angle(s: float, C: int, asks: Asks) -> float | None:  # noqa: N803
    """The angle (radians) at which the own class falls through one half: target(θ) = ln(C − 1)/s. ArcFace or CosFace.

    None where it stays below one half even at angle 0.

    >>> round(math.degrees(half_way_angle(64, 2000, Asks("arcface"))), 1)
    83.2
    """
    level = math.log(C - 1) / s
    shift, lift = _margins(asks)
    if level + lift > math.cos(shift):
        return None
    return math.acos(level + lift) - shift


def scale_at_half(theta: float, C: int, asks: Asks) -> float | None:  # noqa: N803
    """The scale that puts the half-way point at this angle, s = ln(C − 1)/target(θ); None where no scale does.

    >>> round(scale_at_half(math.pi / 4, 2000, Asks("arcface")), 3)
    10.749
    """
    target = float(target_logit(theta, asks))
    return math.log(C - 1) / target if target > 0 else None


def _margins(asks: Asks) -> tuple[float, float]:
    """What is added to the angle, and what is taken from the cosine."""
    match asks.loss:
        case "arcface":
            return asks.m, 0.0
        case "cosface":
            return 0.0, asks.m
    raise ValueError(f"loss must be arcface or cosface, got {asks.loss}")
