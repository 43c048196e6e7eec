"""Scale and margin: what the figures of probabilities, bounds, floors and rules can be set to."""

from __future__ import annotations

from collections.abc import Mapping

from lossviz.geometry.two_classes import Asks
from lossviz.params import Choice, Integer, Param, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board

SIZES = (10, 60, 300, 1500, 6000)
"""Samples of five classes with a long tail."""

VIEWS: Mapping[str, frozenset[str]] = {
    "needed": frozenset({"p"}),
    "adacos": frozenset({"theta"}),
    "sizes": frozenset({"rule", "lam", "m_min", "m_max", "a", "b"}),
}
"""What the lower row can show, and the settings that only it has."""

RULES: Mapping[str, frozenset[str]] = {"range": frozenset({"m_min", "m_max"}), "ab": frozenset({"a", "b"})}
"""How a dynamic margin is given."""


def _margin(name: str, label: str, noun: str, default: float, high: float = 1.0) -> Param:
    return Real(name=name, label=label, noun=noun, default=default, low=0.0, high=high, step=0.01, unit="rad")


BOARD = Board(
    id="scale",
    owner="Scale and margin",
    params=(
        Choice(name="kind", label="Loss", noun="loss", default="arcface", choices=("arcface", "cosface"),
               labels=("ArcFace", "CosFace"), row=True),
        Real(name="s", label="Scale s", noun="scale", default=30.0, low=1.0, high=100.0, step=0.1, log=True),
        Real(name="m", label="Margin m", noun="margin", default=0.5, low=0.0, high=1.0, step=0.01),
        Integer(name="classes", label="Classes C", noun="number of classes", default=2000, low=3, high=20000, log=True),
        Choice(name="dim", label="Dimensions", noun="dimensions", default="high", choices=("2", "3", "high"),
               labels=("2-D", "3-D", "C or more"), row=True),
        Choice(name="below", label="Lower row", noun="lower row", default="needed", choices=tuple(VIEWS),
               labels=("What fits", "AdaCos", "Class sizes"), row=True),
        Real(name="p", label="Probability P", noun="probability", default=0.9, low=0.5, high=0.999, step=0.001),
        Real(name="theta", label="Samples' angle θ", noun="samples' angle", default=45.0, low=0.0, high=90.0, step=1.0,
             unit="°"),
        Choice(name="rule", label="Margins given by", noun="rule", default="range", choices=tuple(RULES),
               labels=("Their ends", "a and b"), row=True),
        Real(name="lam", label="Exponent λ", noun="exponent", default=0.25, low=0.0, high=1.0, step=0.01),
        _margin("m_min", "Commonest class", "margin of the commonest class", 0.05),
        _margin("m_max", "Rarest class", "margin of the rarest class", 0.5),
        _margin("a", "Slope a", "slope", 0.8, high=2.0),
        _margin("b", "Offset b", "offset", 0.05),
        *(
            Integer(name=f"n{i}", label=f"Class {i}", noun=f"size of class {i}", default=size, low=1, high=100_000)
            for i, size in enumerate(SIZES, 1)
        ),
    ),
    dragged=frozenset(f"n{i}" for i in range(1, len(SIZES) + 1)),
    both=frozenset({"s", "m", "classes"}),
)  # fmt: skip


def hidden(values: Mapping[str, Knob]) -> frozenset[str]:
    """The knobs of what the lower row does not show, and of the rule that is not in force."""
    others = frozenset[str]().union(*(names for view, names in VIEWS.items() if view != values["below"]))
    unused = frozenset[str]().union(*(names for rule, names in RULES.items() if rule != values["rule"]))
    return others | unused


def asks(values: Mapping[str, Knob]) -> Asks:
    """What the chosen loss asks with the page's margin."""
    return Asks(str(values["kind"]), m=float(values["m"]))


def dimension(values: Mapping[str, Knob]) -> int:
    """The dimension of the class vectors; "C or more" counts as C."""
    return int(values["classes"] if values["dim"] == "high" else values["dim"])
