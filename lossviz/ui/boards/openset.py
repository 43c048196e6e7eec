"""Classes left out of training: what the runs, the pairs and the threshold can be set to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lossviz import catalog, limits
from lossviz.catalog.comparison import MOST, Comparison
from lossviz.catalog.openset import LOSSES, STRANGERS, WITHOUT, openset
from lossviz.params import Choice, Integer, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board
from lossviz.ui.boards.several import BETWEEN, Several, chosen

DIGITS = tuple("0123456789")
FEWEST_TRAINED = 2

LEFT_OUT = Several(
    name="without", label="Digits left out", noun="digits left out", default=BETWEEN.join(map(str, WITHOUT)),
    words=DIGITS, fewest=1, most=len(DIGITS) - FEWEST_TRAINED, ordered=True,
)  # fmt: skip
COMPARED = Several(
    name="losses", label="Losses", noun="losses", default=BETWEEN.join(LOSSES), words=tuple(catalog.losses()),
    labels=tuple(entry.name for entry in catalog.losses().values()), fewest=1, most=MOST,
)  # fmt: skip
LOOKED_AT = Choice(
    name="loss", label="Looked at", noun="loss looked at", default="triplet_semihard", choices=LOSSES,
    labels=tuple(catalog.losses()[loss].name for loss in LOSSES),
)  # fmt: skip
RATE = Real(
    name="far", label="False accept rate", noun="false accept rate", default=0.1, low=0.0, high=1.0, step=0.0001,
)  # fmt: skip

BOARD = Board(
    id="openset",
    owner="Open set",
    params=(
        LEFT_OUT,
        COMPARED,
        LOOKED_AT,
        Choice(name="pairs", label="Pairs", noun="pairs", default="unseen", choices=("unseen", "trained", "both"),
               labels=("Not trained", "Trained", "All"), row=True, help="Which images are compared with each other"),
        RATE,
        Choice(name="dim", label="Embedding dimension", noun="embedding dimension", default="2", row=True,
               choices=("2", "3", "16", "64")),
        Choice(name="strangers", label="Strangers", noun="strangers", default=STRANGERS[0], choices=STRANGERS,
               labels=("Digits left out", "Fashion-MNIST", "KMNIST"), where="more"),
        Integer(name="seed", label="Seed", noun="seed", default=0, low=0, high=limits.LARGEST_SEED, where="more"),
    ),
    dragged=frozenset(("without", "losses", "far")),
)  # fmt: skip


def with_losses(losses: Any) -> Board:
    """The board on which one of these losses can be looked at, the first where the usual one is not among them."""
    names = chosen(losses)
    default = LOOKED_AT.default if LOOKED_AT.default in names else names[0]
    labels = tuple(catalog.losses()[name].name for name in names)
    loss = replace(LOOKED_AT, default=default, choices=tuple(names), labels=labels)
    return replace(BOARD, params=tuple(loss if param.name == "loss" else param for param in BOARD.params))


def comparison(values: Mapping[str, Knob], **other: Any) -> Comparison:
    """The runs that these settings describe; `other`: settings in the place of some."""
    asked = {**values, **other}
    return openset(
        without=[int(digit) for digit in chosen(asked["without"])],
        losses=chosen(asked["losses"]),
        dim=int(asked["dim"]),
        seed=int(asked["seed"]),
    )
