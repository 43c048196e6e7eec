"""How large the scale s must be: a number of classes enters, a scale leaves."""

from __future__ import annotations

import math


def cosface_min_scale(C: int, P_W: float) -> float:  # noqa: N803
    """Least s for a probability P_W at the class centre, (C−1)/C · ln((C−1)·P_W/(1−P_W)).

    Necessary, not sufficient: enough only for class vectors on a regular simplex, which needs d ≥ C − 1.
    Raises ValueError for C below 2 or P_W outside (0, 1). Wang et al. 2018, CosFace, section 3.3.

    >>> round(cosface_min_scale(10, 0.9), 3)
    3.955
    """
    if C < 2:
        raise ValueError(f"C must be at least 2, got {C}")
    if not 0 < P_W < 1:
        raise ValueError(f"P_W must lie between 0 and 1, got {P_W}")
    return (C - 1) / C * math.log((C - 1) * P_W / (1 - P_W))


def adacos_fixed_scale(C: int) -> float:  # noqa: N803
    """Fixed AdaCos: s = √2·ln(C − 1).

    Raises ValueError for C below 3, where s would be 0. Zhang et al. 2019, AdaCos.

    >>> round(adacos_fixed_scale(10), 3)
    3.107
    """
    if C < 3:
        raise ValueError(f"C must be at least 3, got {C}")
    return math.sqrt(2) * math.log(C - 1)
