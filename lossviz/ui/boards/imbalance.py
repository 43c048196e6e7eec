"""Rare classes: what class sizes, the fixed margin and the rule of the dynamic one can be set to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lossviz import catalog, limits, strain
from lossviz.catalog.comparison import Comparison
from lossviz.catalog.resolve import USUAL_DATA
from lossviz.catalog.stress import imbalanced
from lossviz.params import Choice, Integer, Param, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board
from lossviz.ui.boards.counts import Counts, listed

WHOLE = catalog.dataset(USUAL_DATA).sizes
"""Training digits of each class of the built-in set."""

MOST = min(WHOLE)

FULL = (5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949)
"""Digits of each class in the whole of MNIST's training set (LeCun et al. 1998)."""

NEARLY_EQUAL = tuple(round(n * MOST / max(FULL)) for n in FULL)
"""The same shares in the built-in set, and so the same margins by their ends."""

TAIL = 100.0
RULES: Mapping[str, tuple[str, ...]] = {"range": ("m_min", "m_max"), "ab": ("a", "b")}
"""How a dynamic margin is given."""


def _margin(name: str, label: str, noun: str, default: float, high: float = 1.0) -> Param:
    return Real(name=name, label=label, noun=noun, default=default, low=0.0, high=high, step=0.01, unit="rad")


def _tail(ratio: float) -> tuple[int, ...]:
    return strain.trained(strain.Strain(base=USUAL_DATA, tail=ratio), WHOLE)


BOARD = Board(
    id="imbalance",
    owner="Imbalance page",
    params=(
        Choice(name="sizes", label="Class sizes", noun="class sizes", default="tail", row=True,
               choices=("tail", "equal", "hand"), labels=("Long tail", "As in MNIST", "By hand")),
        Real(name="tail", label="Imbalance", noun="ratio of the long tail", default=TAIL, low=1.0, high=1000.0,
             step=1.0, log=True, help="How many times as many digits class 0 has as class 9"),
        _margin("m", "Fixed margin", "fixed margin", 0.3),
        Choice(name="rule", label="Margins given by", noun="rule", default="range", choices=tuple(RULES),
               labels=("Their ends", "a and b"), row=True),
        Real(name="lam", label="Exponent λ", noun="exponent", default=0.25, low=0.0, high=2.0, step=0.01),
        _margin("m_min", "Commonest class", "margin of the commonest class", 0.05),
        _margin("m_max", "Rarest class", "margin of the rarest class", 0.5),
        _margin("a", "Slope a", "slope", 0.8),
        _margin("b", "Offset b", "offset", 0.05, high=0.57),
        Choice(name="dim", label="Embedding dimension", noun="embedding dimension", default="16", row=True,
               choices=("2", "3", "8", "16", "32", "64"), where="more"),
        Real(name="s", label="Scale s", noun="scale", default=30.0, low=1.0, high=128.0, step=0.5, log=True,
             where="more"),
        Integer(name="epochs", label="Epochs", noun="epochs", default=30, low=1, high=limits.MOST_EPOCHS,
                where="more"),
        Integer(name="seed", label="Seed", noun="seed", default=0, low=0, high=limits.LARGEST_SEED, where="more"),
        Counts(name="counts", label="Digits of each class", noun="digits of each class", number=len(WHOLE),
               most=MOST, default="_".join(map(str, _tail(TAIL)))),
    ),
    dragged=frozenset({"counts"}),
    both=frozenset({"sizes"}),
)  # fmt: skip


def sizes(values: Mapping[str, Knob]) -> tuple[int, ...]:
    """How many digits each class is trained on."""
    match values["sizes"]:
        case "hand":
            return listed(values["counts"])
        case "equal":
            return NEARLY_EQUAL
        case _:
            return _tail(float(values["tail"]))


def comparison(values: Mapping[str, Knob], **other: Any) -> Comparison:
    """The runs that these settings describe; `other`: settings in the place of some."""
    asked = {**values, **other}
    return imbalanced(
        tail=float(asked["tail"]),
        counts=() if asked["sizes"] == "tail" else sizes(asked),
        rule=rule(asked),
        m=float(asked["m"]),
        s=float(asked["s"]),
        dim=int(asked["dim"]),
        epochs=int(asked["epochs"]),
        seed=int(asked["seed"]),
    )


def rule(values: Mapping[str, Knob]) -> dict[str, float]:
    """The rule of the dynamic margin, as `geometry.dynamic_margins` takes it."""
    return {name: float(values[name]) for name in (*RULES[str(values["rule"])], "lam")}


def hidden(values: Mapping[str, Knob]) -> set[str]:
    """The knobs of the rule that is not in force, and of sizes that are given otherwise."""
    unused = {name for id, names in RULES.items() if id != values["rule"] for name in names}
    return unused if values["sizes"] == "tail" else unused | {"tail"}
