"""Two classes under any margin: what the figures of boundaries, gaps and target logits can be set to."""

from __future__ import annotations

import math
from collections.abc import Mapping

from lossviz.geometry.two_classes import Asks
from lossviz.params import Choice, Integer, Real, Toggle
from lossviz.recipe import Knob
from lossviz.ui.board import Board

ALL = "all"
LOSSES = ("arcface", "cosface", "sphereface", "combined_margin", "softmax", "normalized_softmax", ALL)
NAMES = ("ArcFace", "CosFace", "SphereFace", "Combined margin", "Softmax", "Normalised softmax", "All of them")

POINTS = {
    "CM1": (1.0, 0.3, 0.2),
    "CM2": (0.9, 0.4, 0.15),
    "ArcFace": (1.0, 0.5, 0.0),
    "CosFace": (1.0, 0.0, 0.35),
    "SphereFace": (1.35, 0.0, 0.0),
}
"""(m₁, m₂, m₃) as Deng et al. 2019 compare them; its SphereFace has a factor that need not be whole."""

KNOBS = {
    "arcface": ("arcface_m", "easy"),
    "cosface": ("cosface_m",),
    "sphereface": ("sphereface_m", "lam"),
    "combined_margin": ("m1", "m2", "m3"),
    ALL: ("arcface_m", "cosface_m", "sphereface_m"),
}
"""The margins that the panel shows with each loss."""

BOARD = Board(
    id="margins",
    owner="Margins",
    params=(
        Choice(name="loss", label="Loss", noun="loss", default="arcface", choices=LOSSES, labels=NAMES),
        Real(name="theta", label="Angle between classes Θ", noun="angle between classes", default=60.0, low=5.0,
             high=180.0, step=1.0, unit="°"),
        Real(name="arcface_m", label="ArcFace m", noun="ArcFace margin", default=0.5, low=0.0, high=1.57, unit="rad"),
        Toggle(name="easy", label="Easy margin", noun="easy margin", default=False),
        Real(name="cosface_m", label="CosFace m", noun="CosFace margin", default=0.35, low=0.0, high=1.5),
        Integer(name="sphereface_m", label="SphereFace m", noun="SphereFace margin", default=4, low=1, high=8),
        Real(name="lam", label="Easing λ", noun="easing", default=0.0, low=0.0, high=20.0, step=0.5),
        Real(name="m1", label="Factor m₁", noun="factor", default=1.0, low=0.5, high=2.0),
        Real(name="m2", label="Angle m₂", noun="angle", default=0.3, low=0.0, high=1.57, unit="rad"),
        Real(name="m3", label="Cosine m₃", noun="cosine", default=0.2, low=0.0, high=1.5),
        Choice(name="right", label="Right picture", noun="right picture", default="circle",
               choices=("circle", "cosines", "sphere"), labels=("Circle", "Cosines", "Sphere"), row=True),
        Choice(name="curve", label="Curve below", noun="curve below", default="logit", choices=("logit", "slope"),
               labels=("Target logit", "Its slope"), row=True),
        Real(name="turn", label="Turn of the sphere", noun="turn", default=20.0, low=-180.0, high=180.0, step=5.0,
             unit="°"),
        Real(name="tilt", label="Tilt of the sphere", noun="tilt", default=30.0, low=-90.0, high=90.0, step=5.0,
             unit="°"),
        Real(name="x", label="x", noun="sample", default=-10.0, low=-180.0, high=180.0, step=0.1, unit="°"),
        Real(name="n1", label="‖w₁‖", noun="length of w₁", default=1.0, low=0.4, high=1.5),
        Real(name="n2", label="‖w₂‖", noun="length of w₂", default=1.0, low=0.4, high=1.5),
    ),
    dragged=frozenset(("x", "n1", "n2")),
    both=frozenset(("theta", "turn", "tilt")),
)  # fmt: skip


def hidden(values: Mapping[str, Knob]) -> set[str]:
    """The knobs of other losses than the chosen one, and those of a sphere that is not in sight."""
    margins = {name for names in KNOBS.values() for name in names}
    sphere = set() if values["right"] == "sphere" else {"turn", "tilt"}
    return margins - set(KNOBS.get(str(values["loss"]), ())) | sphere


def asks(loss: str, values: Mapping[str, Knob]) -> Asks:
    """What a loss asks with the page's settings."""
    number = {name: float(values[name]) for name in ("lam", "m1", "m2", "m3", "n1", "n2")}
    match loss:
        case "softmax":
            return Asks(loss, ratio=number["n1"] / number["n2"])
        case "sphereface":
            return Asks(loss, m=int(values["sphereface_m"]), lam=number["lam"])
        case "combined_margin":
            return Asks(loss, m1=number["m1"], m2=number["m2"], m3=number["m3"])
        case "arcface":
            return Asks(loss, m=float(values["arcface_m"]), easy=bool(values["easy"]))
        case "cosface":
            return Asks(loss, m=float(values["cosface_m"]))
    return Asks(loss)


def apart(values: Mapping[str, Knob]) -> float:
    """The angle between the class vectors, in radians."""
    return math.radians(float(values["theta"]))
