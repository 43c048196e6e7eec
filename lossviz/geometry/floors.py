"""How low a loss can get: a loss with its settings, classes and dimension enter, its floor leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from lossviz.geometry.class_sizes import dynamic_margins
from lossviz.geometry.scales import adacos_fixed_scale
from lossviz.geometry.target_logits import Values, arcface_target_logit, combined_target_logit
from lossviz.recipe import Knob

EQUAL = 0.01
"""Margins that differ by less, in radians, count as one."""


def loss_floor(
    loss: str, knobs: Mapping[str, Knob], classes: int, dim: int, counts: Sequence[int] = ()
) -> float | None:
    """Mean loss when every sample lies on its class vector and these are spread evenly: ln(1 + Σ_j e^{s·c_j − z_y}).

    c_j are the cosines between class vectors, z_y the own logit with its margin. Known for normalised losses in the
    plane and for a regular simplex, dim ≥ C − 1, for dynamic margins if the class sizes `counts` make them equal; None
    elsewhere, for losses that can come as near to 0 as one likes, and where smoothing or a sum over the batch changes
    the count. Circle loss on cosines has γ(c_j + m)₊(c_j − m) and γm² as logits.

    >>> round(loss_floor("arcface", {"s": 16.0, "m": 0.3}, 10, 2), 2)
    0.18
    """
    cosines = even_cosines(classes, dim)
    if cosines is None or knobs.get("label_smoothing") or knobs.get("reduction") == "sum":
        return None
    if loss == "circle_class":
        return _circle_floor(knobs, cosines) if knobs.get("similarity", "cosine") == "cosine" else None
    s, target = _scale(loss, knobs, classes), _target(loss, knobs, counts)
    if s is None or target is None:
        return None
    return float(np.logaddexp.reduce([0.0, *(s * (cosines - target))]))


def _circle_floor(knobs: Mapping[str, Knob], cosines: Values) -> float:
    gamma, m = float(knobs["gamma"]), float(knobs["m"])
    others = np.maximum(cosines + m, 0.0) * (cosines - m)
    return float(np.logaddexp.reduce([0.0, *(gamma * (others - m**2))]))


def even_cosines(classes: int, dim: int) -> Values | None:
    """Cosines from one class vector to the C − 1 others when all are spread evenly; None where that is not known."""
    if classes < 2:
        return None
    if dim >= classes - 1:
        return np.full(classes - 1, -1 / (classes - 1))
    if dim == 2:
        return np.cos(2 * math.pi * np.arange(1, classes) / classes)
    return None


def _scale(loss: str, knobs: Mapping[str, Knob], classes: int) -> float | None:
    """The s of the logits; None where features are as long as they like, or where s follows the batches."""
    if loss == "adacos":
        return adacos_fixed_scale(classes) if classes > 2 and knobs.get("mode", "fixed") == "fixed" else None
    s = knobs.get("s")
    return None if s is None or isinstance(s, str) or knobs.get("normalize_features") is False else float(s)


def _target(loss: str, knobs: Mapping[str, Knob], counts: Sequence[int]) -> float | None:
    """The own logit over s at angle 0, None for a loss without a floor."""
    if loss in ("normalized_softmax", "sphereface", "adacos"):
        return 1.0
    if loss == "cosface":
        return 1.0 - float(knobs["m"])
    if loss == "combined_margin":
        return float(combined_target_logit(0.0, *(float(knobs[name]) for name in ("m1", "m2", "m3"))))
    if loss in ("arcface", "subcenter_arcface"):
        return float(arcface_target_logit(0.0, float(knobs["m"])))
    if loss == "dynamic_arcface" and counts:
        margins = dynamic_margins(counts, **_rule(knobs))
        return float(arcface_target_logit(0.0, max(margins))) if max(margins) - min(margins) < EQUAL else None
    return None


def _rule(knobs: Mapping[str, Knob]) -> dict[str, float]:
    """The numbers by which margins hang on class sizes: a and b if one of them is given, else the span."""
    given = {name: float(knobs[name]) for name in ("a", "b") if not isinstance(knobs[name], str)}
    span = {name: float(knobs[name]) for name in ("m_min", "m_max")}
    return {**({"a": 0.0, "b": 0.0, **given} if given else span), "lam": float(knobs["lam"])}
