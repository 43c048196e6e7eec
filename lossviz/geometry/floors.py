"""How low a loss can get: a loss with its settings, classes and dimension enter, its floor leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from lossviz.geometry.scales import adacos_fixed_scale
from lossviz.geometry.target_logits import Values, arcface_target_logit, combined_target_logit

Knob = float | int | str | bool


def loss_floor(loss: str, knobs: Mapping[str, Knob], classes: int, dim: int) -> float | None:
    """Mean loss when every sample lies on its class vector and these are spread evenly: ln(1 + Σ_j e^{s·c_j − z_y}).

    c_j are the cosines between class vectors, z_y the own logit with its margin. Known for normalised losses in the
    plane and for a regular simplex, dim ≥ C − 1; None elsewhere, for losses that can come as near to 0 as one likes,
    and where smoothing or a sum over the batch changes the count.

    >>> round(loss_floor("arcface", {"s": 16.0, "m": 0.3}, 10, 2), 2)
    0.18
    """
    cosines = even_cosines(classes, dim)
    s, target = _scale(loss, knobs, classes), _target(loss, knobs)
    if cosines is None or s is None or target is None:
        return None
    if knobs.get("label_smoothing") or knobs.get("reduction") == "sum":
        return None
    return float(np.logaddexp.reduce([0.0, *(s * (cosines - target))]))


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


def _target(loss: str, knobs: Mapping[str, Knob]) -> float | None:
    """The own logit over s at angle 0, None for a loss without a floor."""
    if loss in ("normalized_softmax", "sphereface", "adacos"):
        return 1.0
    if loss == "cosface":
        return 1.0 - float(knobs["m"])
    if loss == "combined_margin":
        return float(combined_target_logit(0.0, *(float(knobs[name]) for name in ("m1", "m2", "m3"))))
    if loss in ("arcface", "subcenter_arcface"):
        return float(arcface_target_logit(0.0, float(knobs["m"])))
    return None
