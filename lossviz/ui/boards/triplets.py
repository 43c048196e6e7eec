"""Triplets: what the pictures of minings, of forces and of torch's module can be set to."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lossviz.params import Choice, Integer, Real, Toggle
from lossviz.recipe import Knob
from lossviz.ui.board import Board
from lossviz.ui.boards.places import Places

PLACED = "-160_60_-90_140_-60_20_-140_-50_50_130_130_90_170_180_10_50_30_-130_120_-90_-50_-100_100_-200"
"""Three classes of four points, near enough that every difficulty occurs."""

FARTHEST = -1
"""In the place of a positive: the farthest one."""

RECORDED = {
    "triplet": "Run: random triplets",
    "triplet_semihard": "Run: semi-hard triplets",
    "contrastive": "Run: contrastive loss",
    "softmax": "Run: softmax",
}
"""Losses whose recorded runs lend their points, and what the choice says."""

LOSSES = {
    "contrastive": "Contrastive",
    "triplet": "Triplet, batch-all",
    "hard": "Triplet, batch-hard",
    "soft": "Triplet, batch-hard, soft",
    "semihard": "Triplet, semi-hard",
    "quadruplet": "Quadruplet",
    "lifted": "Lifted structure",
    "npair": "N-pair",
    "infonce": "InfoNCE",
}
"""The losses drawn as forces, as ui/js/board/forces.js knows them."""

BOARD = Board(
    id="triplets",
    owner="Triplets",
    params=(
        Choice(name="picture", label="Picture", noun="picture", default="mining", row=True,
               choices=("mining", "forces", "module"), labels=("Mining", "Forces", "torch.nn")),
        Choice(name="batch", label="Points", noun="points", default="placed", choices=("placed", *RECORDED),
               labels=("Placed by hand", *RECORDED.values())),
        Choice(name="loss", label="Loss", noun="loss", default="hard", choices=tuple(LOSSES),
               labels=tuple(LOSSES.values())),
        Real(name="margin", label="Margin m", noun="margin", default=1.0, low=0.05, high=5.0, step=0.05),
        Real(name="tau", label="Temperature τ", noun="temperature", default=1.0, low=0.1, high=10.0, log=True,
             help="Of InfoNCE"),
        Real(name="spread", label="Spread", noun="spread", default=1.0, low=0.0, high=1.0, step=0.01,
             help="Share of their distance from the middle that the points keep; 0: all in one place"),
        Integer(name="draw", label="Draw", noun="draw", default=1, low=1, high=99,
                help="Another number draws other negatives for random mining"),
        Real(name="p", label="Norm p", noun="norm", default=2.0, low=1.0, high=10.0, step=0.5,
             help="Of the Euclidean distance: 1 sums the sides, 2 is the usual"),
        Real(name="eps", label="Offset ε", noun="offset", default=1e-6, low=0.0, high=0.1, step=1e-6,
             help="Added to every coordinate difference, as torch does"),
        Toggle(name="swap", label="Swap", noun="swap", default=False,
               help="Measure the negative from the positive where that is nearer"),
        Choice(name="reduction", label="Averaging", noun="averaging", default="mean", row=True,
               choices=("mean", "sum", "none")),
        Integer(name="anchor", label="Anchor", noun="anchor", default=2, low=0, high=11),
        Integer(name="digit", label="Anchor", noun="anchor of the run", default=30, low=0, high=59),
        Integer(name="positive", label="Positive", noun="positive", default=FARTHEST, low=FARTHEST, high=59),
        Places(name="places", label="Places", noun="places", default=PLACED, number=12, most=300),
    ),
    dragged=frozenset(("anchor", "digit", "positive", "places")),
)  # fmt: skip

_OUT_OF_PLACE = {
    "mining": {"loss", "tau", "spread", "p", "eps", "swap", "reduction"},
    "forces": {"draw", "p", "eps", "swap", "reduction"},
    "module": {"batch", "loss", "tau", "spread", "draw"},
}


def hidden(values: Mapping[str, Knob]) -> Collection[str]:
    """The settings that the chosen picture does not know."""
    unknown = _OUT_OF_PLACE[str(values["picture"])]
    return unknown if values["batch"] == "placed" else unknown | {"spread"}
