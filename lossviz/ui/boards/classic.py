"""Classic: what the maps of digits and the ellipses of two features can be set to."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lossviz.catalog.classic import DEFAULTS, SETS
from lossviz.params import Choice, Integer
from lossviz.recipe import Knob
from lossviz.ui.board import Board
from lossviz.ui.boards.places import Places

METHODS = ("euclid", "nca", "lmnn", "itml", "mmc")
NAMES = ("Euclid", "NCA", "LMNN", "ITML", "MMC")

PLACED = (
    "-122_-61_-127_3_-94_-40_-61_60_25_-16_24_105_145_13_72_169_"
    "-114_-98_-146_-41_-27_-122_77_-164_96_-106_80_-38_122_129_170_59"
)
"""Two long classes beside each other that mix a little, eight points each."""

BOARD = Board(
    id="classic",
    owner="Classic",
    params=(
        Choice(name="view", label="View", noun="view", default="digits", choices=("digits", "ellipse"), row=True,
               labels=("Digits", "Two features")),
        Choice(name="data", label="Data", noun="data set", default=str(DEFAULTS["data"]), choices=SETS,
               labels=("scikit-learn digits", "MNIST 5k")),
        Integer(name="train", label="Digits learned from", noun="number of digits", default=int(DEFAULTS["train"]),
                low=200, high=1000, step=100),
        Integer(name="dim", label="Principal directions D", noun="number of directions", default=int(DEFAULTS["dim"]),
                low=2, high=30, help="Digits are brought to so many directions of most variance first"),
        Integer(name="seed", label="Seed", noun="seed", default=int(DEFAULTS["seed"]), low=0, high=9999, where="more",
                help="Of the pairs of ITML and MMC"),
        Choice(name="method", label="Metric", noun="metric", default="lmnn", choices=METHODS, labels=NAMES),
        Places(name="places", label="Places", noun="places", default=PLACED, number=16, most=300),
    ),
    dragged=frozenset(("places",)),
)  # fmt: skip

_OUT_OF_PLACE = {"digits": ("method",), "ellipse": ("data", "train", "dim", "seed")}


def hidden(values: Mapping[str, Knob]) -> Collection[str]:
    """The settings that the chosen view does not know."""
    return _OUT_OF_PLACE[str(values["view"])]
