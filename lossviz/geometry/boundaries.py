"""Two classes and the line between them: angles and a margin enter, boundary points and gaps leave. All in radians."""

from __future__ import annotations

import math


def boundary_theta2(loss: str, theta1: float, m: float = 0.0, norm_ratio: float = 1.0) -> float | None:
    """θ₂ on the boundary of class 1's region for a given θ₁ (angles to the two class vectors); None if there is none.

    softmax: cosθ₂ = (‖w₁‖/‖w₂‖)·cosθ₁ with that ratio as `norm_ratio`; normalized_softmax: θ₁; sphereface: m·θ₁;
    cosface: cosθ₂ = cosθ₁ − m; arcface: θ₁ + m. Raises ValueError for another loss.

    >>> round(math.degrees(boundary_theta2("arcface", math.radians(40), 0.5)), 1)
    68.6
    """
    if loss in ("sphereface", "arcface", "normalized_softmax"):
        theta2 = {"sphereface": m * theta1, "arcface": theta1 + m}.get(loss, theta1)
        return theta2 if 0 <= theta2 <= math.pi else None
    if loss not in ("softmax", "cosface"):
        raise ValueError(f"loss must be softmax, normalized_softmax, sphereface, cosface or arcface, got {loss}")
    cos2 = norm_ratio * math.cos(theta1) if loss == "softmax" else math.cos(theta1) - m
    return math.acos(cos2) if -1 <= cos2 <= 1 else None


def angular_gap(loss: str, Theta: float, m: float) -> float | None:  # noqa: N803
    """Width of the zone between two regions, on the arc between class vectors Θ apart; None if the regions are empty.

    sphereface: Θ(m−1)/(m+1); arcface: m, empty for m > Θ; cosface: 2·asin(m/(2·sin(Θ/2))), empty for m > 1 − cosΘ;
    normalized_softmax: 0. Raises ValueError for another loss.

    >>> round(math.degrees(angular_gap("cosface", math.radians(45), 0.2)), 1)
    30.3
    """
    if loss == "normalized_softmax":
        return 0.0
    if loss == "sphereface":
        return Theta * (m - 1) / (m + 1)
    if loss == "arcface":
        return m if m <= Theta else None
    if loss == "cosface":
        return 2 * math.asin(m / (2 * math.sin(Theta / 2))) if m <= 1 - math.cos(Theta) else None
    raise ValueError(f"loss must be normalized_softmax, sphereface, cosface or arcface, got {loss}")
