"""Two classes under one loss: the angles of a sample to both class vectors enter; whose it is, and the gap, leave.

All in radians, at scale 1. `Asks` holds what a loss asks; class 2 is asked the same with the classes swapped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.feasible import widest_margins
from lossviz.geometry.target_logits import Values, arcface_target_logit, combined_target_logit, psi

LOSSES = ("softmax", "normalized_softmax", "sphereface", "cosface", "arcface", "combined_margin")
MARGIN_FREE = ("softmax", "normalized_softmax")


@dataclass(frozen=True)
class Asks:
    """What a loss asks of a sample of class 1. `lam`: SphereFace's weight of the plain cosine beside ψ.

    `ratio`: ‖w₁‖/‖w₂‖, which softmax alone feels. m₁, m₂, m₃: the combined margin.
    """

    loss: str
    m: float = 0.0
    lam: float = 0.0
    easy: bool = False
    m1: float = 1.0
    m2: float = 0.0
    m3: float = 0.0
    ratio: float = 1.0

    def __post_init__(self) -> None:
        if self.loss not in LOSSES:
            raise ValueError(f"loss must be one of {', '.join(LOSSES)}, got {self.loss}")

    @property
    def swapped(self) -> Asks:
        """What class 2 is asked."""
        return replace(self, ratio=1 / self.ratio)


def target_logit(theta: ArrayLike, asks: Asks) -> Values:
    """What stands in the place of the own cosine at the own angle θ: class 1 is kept where it is above cosθ₂.

    >>> round(float(target_logit(math.radians(60), Asks("sphereface", m=4, lam=5))), 3)
    0.167
    """
    theta = np.asarray(theta, float)
    logit: Values = asks.ratio * np.cos(theta)
    match asks.loss:
        case "sphereface":
            logit = (asks.lam * np.cos(theta) + psi(theta, int(asks.m))) / (1 + asks.lam)
        case "arcface":
            logit = arcface_target_logit(theta, asks.m, asks.easy)
        case "cosface":
            logit = np.cos(theta) - asks.m
        case "combined_margin":
            logit = combined_target_logit(theta, asks.m1, asks.m2, asks.m3)
    return logit


def target_slope(theta: ArrayLike, asks: Asks) -> Values:
    """The derivative of `target_logit` by θ: how strongly a sample is turned towards its own class vector.

    SphereFace's ψ has slope −m·|sin mθ|: none at every multiple of π/m.

    >>> round(float(target_slope(0.0, Asks("arcface", m=0.5))), 3)
    -0.479
    """
    theta = np.asarray(theta, float)
    pull: Values = asks.ratio * np.sin(theta)
    match asks.loss:
        case "sphereface":
            pull = (asks.lam * np.sin(theta) + asks.m * np.abs(np.sin(asks.m * theta))) / (1 + asks.lam)
        case "arcface":
            inside = np.cos(theta) > (0.0 if asks.easy else math.cos(math.pi - asks.m))
            pull = np.where(inside, np.sin(theta + asks.m), np.sin(theta))
        case "combined_margin":
            pull = asks.m1 * np.sin(asks.m1 * theta + asks.m2)
    return -pull


def flat_points(asks: Asks) -> tuple[float, ...]:
    """The angles between 0 and π at which SphereFace gives no pull: kπ/m, as long as λ is 0.

    >>> [round(math.degrees(theta)) for theta in flat_points(Asks("sphereface", m=4))]
    [45, 90, 135]
    """
    if asks.loss != "sphereface" or asks.lam > 0:
        return ()
    return tuple(k * math.pi / asks.m for k in range(1, int(asks.m)))


def boundary(theta1: ArrayLike, asks: Asks) -> Values:
    """θ₂ from which on class 1 keeps a sample at θ₁: arccos of its target logit; NaN where there is none in [0, π].

    >>> round(math.degrees(boundary(math.radians(40), Asks("cosface", m=0.35))), 1)
    65.4
    """
    logit = target_logit(theta1, asks)
    return np.where(np.abs(logit) <= 1, np.arccos(np.clip(logit, -1, 1)), np.nan)[()]


def edge(Theta: float, asks: Asks) -> float | None:  # noqa: N803
    """How far class 1's region reaches from its class vector towards the other, Θ away; None if it has none.

    Softmax's line is where ‖w₁‖cosθ = ‖w₂‖cos(Θ − θ): with unequal lengths it may lie beyond either vector.

    >>> round(math.degrees(edge(math.radians(60), Asks("sphereface", m=4))), 6)
    12.0
    """
    if asks.loss in MARGIN_FREE:
        ratio = asks.ratio if asks.loss == "softmax" else 1.0
        return math.atan2(ratio - math.cos(Theta), math.sin(Theta))
    if _lead(0.0, Theta, asks) < 0:
        return None
    low, high = 0.0, min(Theta, (math.pi - asks.m2) / asks.m1)  # past it cos(m₁θ + m₂) rises again
    for _ in range(52):
        middle = (low + high) / 2
        low, high = (middle, high) if _lead(middle, Theta, asks) >= 0 else (low, middle)
    return (low + high) / 2


def _lead(theta: float, Theta: float, asks: Asks) -> float:  # noqa: N803
    """By how much class 1 wins on the arc between the class vectors, at θ from its own."""
    return float(target_logit(theta, asks)) - math.cos(Theta - theta)


def gap(Theta: float, asks: Asks) -> float | None:  # noqa: N803
    """Width of the arc between class vectors Θ apart that no class keeps; below 0 where both do; None without regions.

    >>> round(math.degrees(gap(math.pi / 4, Asks("cosface", m=0.2))), 1)
    30.3
    """
    if asks.loss in MARGIN_FREE:
        return 0.0
    reach = edge(Theta, asks)
    return None if reach is None else Theta - 2 * reach


def widest(Theta: float, asks: Asks) -> float | None:  # noqa: N803
    """The largest margin for which regions are left with class vectors Θ apart; None where every margin leaves some.

    CosFace: 1 − cosΘ; ArcFace: Θ; combined: the largest m₃ beside its m₂, 0 where m₂ alone is too much.

    >>> round(widest(math.radians(36), Asks("cosface", m=0.35)), 3)
    0.191
    """
    found = widest_margins(asks.loss, {"m2": asks.m2, "m3": asks.m3}, Theta)
    return found.get("m3" if asks.loss == "combined_margin" else "m")
