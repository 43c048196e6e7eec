"""Circle loss against straight margins: what the plane of similarities can be set to."""

from __future__ import annotations

from lossviz.params import Choice, Real
from lossviz.ui.board import Board

START = {"a": (0.8, 0.8), "b": (0.2, 0.2), "c": (0.85, 0.35)}

BOARD = Board(
    id="circle",
    owner="Circle vs triplet",
    params=(
        Choice(name="left", label="Left picture", noun="left picture", default="am", choices=("am", "triplet"),
               labels=("AM-Softmax, margin 1 − 2m", "Triplet, margin 1 − 2m")),
        Real(name="m", label="Margin m", noun="margin", default=0.25, low=-0.2, high=0.5, step=0.01),
        Real(name="gamma", label="Scale γ", noun="scale", default=80.0, low=1.0, high=512.0, log=True),
        Choice(name="alpha", label="Weights α", noun="weights", default="detached", choices=("detached", "attached"),
               labels=("Detached", "Not detached")),
        *(
            Real(name=f"{id}_{axis}", label=f"{id.upper()}, s_{axis}", noun=f"{id.upper()}'s s_{axis}",
                 default=value, low=0.0, high=1.0, step=0.001)
            for id, place in START.items()
            for axis, value in zip("np", place, strict=True)
        ),
    ),
    dragged=frozenset(f"{id}_{axis}" for id in START for axis in "np"),
)  # fmt: skip
