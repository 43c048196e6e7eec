"""The runs of the page on classes that are left out: a page's settings enter, runs with one start leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lossviz.catalog.comparison import Comparison
from lossviz.catalog.resolve import USUAL_DATA
from lossviz.strain import Strain

LOSSES = ("softmax", "arcface", "triplet_semihard")
WITHOUT = (3, 8)
LEFT_OUT = "left_out"
STRANGERS = (LEFT_OUT, "fashion_mnist", "kmnist")
"""Whose images are the strangers: the digits left out, or those of another data set."""

KIND = "verification"
"""The kind of question that is asked of each run."""


def openset(
    *, without: Sequence[int] = WITHOUT, losses: Sequence[str] = LOSSES, dim: int = 2, seed: int = 0
) -> Comparison:
    """Losses trained on all digits but some. Raises Refusal for digits that cannot be left out."""
    data = Strain(base=USUAL_DATA, without=tuple(without)).id
    return Comparison(sides=tuple({"loss": loss} for loss in losses), shared={"data": data, "dim": dim, "seed": seed})


def asked(strangers: str = LEFT_OUT) -> Mapping[str, Any]:
    """What a question about one of these runs says beside its recipe."""
    return {"strangers": strangers}
