"""Which margins fit: a number of classes and a dimension enter, the widest margin that they leave room for leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from lossviz.recipe import Knob

SLACK = 5e-4
"""Half of the last decimal with which bounds are written."""

BEST_KNOWN_3D = {7: 77.8695, 8: 74.8585, 9: 70.5288, 10: 66.1468, 11: 63.4349, 12: 63.4349}
"""Least angle, in degrees, between points of the best known arrangements on a sphere (the Tammes problem)."""


def widest_angle(classes: int, dim: int) -> tuple[float, bool]:
    """The largest angle (radians) that all pairs of class vectors can keep, and whether an arrangement reaches it.

    dim ≥ C − 1: the regular simplex; the plane: evenly spread; C ≤ 2·dim: 90° (Rankin 1955); 3-D: the best known
    codes, and beyond 12 classes Fejes Tóth's bound. Elsewhere 90° is an upper bound that is not reached.
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
    if dim == 3:
        cotangent = 1 / math.tan(classes / (classes - 2) * math.pi / 6)
        return math.acos((cotangent**2 - 1) / 2), False
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


@dataclass(frozen=True)
class Room:
    """How far one knob may be turned so that every class can keep a region of its own: up to `bound`, or with `least`
    from it on. attained: whether an arrangement of the classes reaches it."""

    knob: str
    bound: float
    attained: bool = True
    least: bool = False

    def holds(self, value: float) -> bool:
        """Whether this value of the knob fits, to the third decimal, with which bounds are written."""
        over = self.bound - value if self.least else value - self.bound
        return over <= SLACK


def rooms(loss: str, knobs: Mapping[str, Knob], classes: int, dim: int) -> tuple[Room, ...]:
    """The bound of every knob that has one, with the other knobs as they are; class vectors at the widest angle Θ.

    ArcFace, also with sub-centres or dynamic margins: m ≤ Θ. CosFace, and the unified loss on cosines: m ≤ 1 − cosΘ.
    Combined: cos m₂ − m₃ ≥ cosΘ. Pairs and triplets on unit vectors: the distance at Θ. Circle loss on cosines:
    m ≥ cosΘ/√2. SphereFace has none, for its margin shrinks with Θ.

    >>> rooms("arcface", {}, 10, 2)
    (Room(knob='m', bound=0.6283185307179586, attained=True, least=False),)
    """
    if classes < 2:
        return ()
    angle, attained = widest_angle(classes, dim)
    if loss in ("circle", "circle_class"):
        bound = max(0.0, math.cos(angle)) / math.sqrt(2)
        return (Room("m", bound, attained, least=True),) if knobs.get("similarity", "cosine") == "cosine" else ()
    return tuple(Room(knob, bound, attained) for knob, bound in widest_margins(loss, knobs, angle).items())


def widest_margins(loss: str, knobs: Mapping[str, Knob], angle: float) -> dict[str, float]:
    """The largest value of every knob with a bound, the others as they are, for classes this angle (radians) apart."""
    cosine = math.cos(angle)
    match loss:
        case "arcface" | "subcenter_arcface":
            return {"m": angle}
        case "dynamic_arcface":  # with a or b given, the margins hang on the class sizes instead
            return {"m_max": angle} if knobs.get("a", "fitted") == knobs.get("b", "fitted") == "fitted" else {}
        case "cosface":
            return {"m": 1 - cosine}
        case "unified":
            return {"m": 1 - cosine} if knobs.get("similarity", "cosine") == "cosine" else {}
        case "combined_margin":
            m2, m3 = float(knobs["m2"]), float(knobs["m3"])
            return {"m2": math.acos(min(1.0, cosine + m3)), "m3": max(0.0, math.cos(m2) - cosine)}
        case "contrastive" if knobs.get("normalize"):
            chord = 2 * math.sin(angle / 2)
            return {"margin": chord**2 if knobs.get("variant") == "hinge_sq" else chord}
    return _of_distances(knobs, angle)


def _of_distances(knobs: Mapping[str, Knob], angle: float) -> dict[str, float]:
    """The margins between distances of triplets and quadruplets, where features are compared on the unit sphere."""
    names = [name for name in ("margin", "alpha1", "alpha2") if isinstance(knobs.get(name), float | int)]
    distance, chord = knobs.get("distance"), 2 * math.sin(angle / 2)
    round_ = distance in ("cosine", "angle") or (knobs.get("normalize") and knobs.get("p", 2) == 2)
    if not round_ or knobs.get("adaptive"):
        return {}
    widest = {"euclidean": chord, "sqeuclidean": chord**2, "cosine": 1 - math.cos(angle), "angle": angle}
    return dict.fromkeys(names, widest[str(distance)]) if distance in widest else {}
