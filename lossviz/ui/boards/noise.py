"""Wrong labels: what the runs, the threshold of the cleaning and the sheet of suspects can be set to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lossviz import limits
from lossviz.catalog.comparison import Comparison
from lossviz.catalog.stress import noisy
from lossviz.params import Choice, Integer, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board

VALLEY = "valley"
"""The threshold that is found without knowing which labels are wrong."""

BOARD = Board(
    id="noise",
    owner="Noise",
    params=(
        Real(name="noise", label="Flipped labels", noun="share of flipped labels", default=0.3, low=0.0, high=0.4,
             step=0.05),
        Choice(name="kind", label="Kind of error", noun="kind of error", default="symmetric", row=True,
               choices=("symmetric", "pairs"), labels=("Any digit", "Look-alike")),
        Integer(name="K", label="Sub-centres K", noun="sub-centres", default=3, low=1, high=5,
                help="Class vectors for each class; the nearest counts"),
        Real(name="threshold", label="Threshold", noun="threshold", default=VALLEY, low=0.0, high=180.0, step=0.5,
             unit="°", words=(VALLEY,), help="Valley of the angles, or any other; drag it in the picture too"),
        Choice(name="sheet", label="Shown first", noun="order of suspects", default="nearest", row=True,
               choices=("nearest", "farthest"), labels=("At the threshold", "Farthest")),
        Choice(name="dim", label="Embedding dimension", noun="embedding dimension", default="16", row=True,
               choices=("2", "3", "8", "16", "32", "64"), where="more"),
        Real(name="m", label="Margin m", noun="margin", default=0.3, low=0.0, high=1.57, unit="rad", where="more"),
        Real(name="s", label="Scale s", noun="scale", default=30.0, low=1.0, high=128.0, step=0.5, log=True,
             where="more"),
        Integer(name="epochs", label="Epochs", noun="epochs", default=20, low=1, high=limits.MOST_EPOCHS,
                where="more"),
        Integer(name="seed", label="Seed", noun="seed", default=0, low=0, high=limits.LARGEST_SEED, where="more"),
    ),
    both=frozenset(("threshold",)),
)  # fmt: skip


def comparison(values: Mapping[str, Knob], **other: Any) -> Comparison:
    """The runs that these settings describe; `other`: settings in the place of some."""
    asked = {**values, **other}
    return noisy(
        noise=float(asked["noise"]),
        kind=asked["kind"],
        dim=int(asked["dim"]),
        centres=int(asked["K"]),
        m=float(asked["m"]),
        s=float(asked["s"]),
        epochs=int(asked["epochs"]),
        seed=int(asked["seed"]),
    )
