"""Which margins fit: a number of classes and a dimension enter, the widest margin that they leave room for leaves."""

from __future__ import annotations

import math

BEST_KNOWN_3D = {7: 77.8695, 8: 74.8585, 9: 70.5288, 10: 66.1468, 11: 63.4349, 12: 63.4349}
"""Least angle, in degrees, between points of the best known arrangements on a sphere (the Tammes problem)."""


def widest_angle(classes: int, dim: int) -> tuple[float, bool]:
    """The largest angle (radians) that all pairs of class vectors can keep, and whether an arrangement reaches it.

    dim ≥ C − 1: the regular simplex; the plane: evenly spread; C ≤ 2·dim: 90° (Rankin 1955); 3-D: the best known
    codes. Beyond these 90° is an upper bound that is not reached.
    Raises ValueError for fewer than two classes or no dimension.

    >>> round(math.degrees(widest_angle(10, 2)[0]))
    36
    """
    if classes < 2 or dim < 1:
        raise ValueError(f"classes must be at least 2 and dim at least 1, got {classes} and {dim}")
    if classes <= dim + 1:
        return math.acos(-1 / (classes - 1)), True
    if dim <= 2:
        return (2 * math.pi / classes if dim == 2 else 0.0), True
    if classes <= 2 * dim:
        return math.pi / 2, True
    if dim == 3 and classes in BEST_KNOWN_3D:
        return math.radians(BEST_KNOWN_3D[classes]), True
    return math.pi / 2, False


def cosface_max_margin(C: int, K: int) -> dict[str, float | bool]:  # noqa: N803
    """CosFace's own bound on m for C classes in K dimensions, and whether it is attained.

    K = 2: 1 − cos(2π/C); C ≤ K + 1: C/(C−1); otherwise C/(C−1) is only an upper bound.
    Raises ValueError for C below 2 or K below 1. Wang et al. 2018, CosFace, section 3.4.

    >>> cosface_max_margin(10, 64)["attained"]
    True
    """
    angle, _ = widest_angle(C, K)
    attained = C <= K + 1 or K == 2
    return {"bound": 1 - math.cos(angle) if attained else C / (C - 1), "attained": attained}


def feasible_margin(loss: str, classes: int, dim: int) -> tuple[float, bool] | None:
    """The widest margin that every class can keep at once, and whether an arrangement reaches it; None without one.

    ArcFace, also with sub-centres (radians): the widest angle θ between class vectors. CosFace (a cosine): 1 − cosθ.

    >>> feasible_margin("arcface", 10, 2)
    (0.6283185307179586, True)
    """
    if classes < 2 or loss not in ("arcface", "subcenter_arcface", "cosface"):
        return None
    angle, attained = widest_angle(classes, dim)
    return (1 - math.cos(angle), attained) if loss == "cosface" else (angle, attained)
