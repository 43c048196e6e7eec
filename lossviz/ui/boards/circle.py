"""Circle loss against straight margins: what the plane of similarities can be set to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lossviz.params import Choice, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board, Bounds

START = {"a": (0.8, 0.8), "b": (0.2, 0.2), "c": (0.85, 0.35), "t": (0.2, 0.5), "u": (0.4, 0.7)}
"""Where the points stand, as (s_n, s_p); T and T′ as in Sun et al. 2020, Fig. 1a."""

LETTERS = {"a": "A", "b": "B", "c": "C", "t": "T", "u": "T′"}
RECORDED = ("circle", "circle_class", "unified", "cosface", "triplet")
"""Losses whose recorded runs are offered."""

RUN = Choice(
    name="run", label="Run", noun="run", default="circle", choices=RECORDED,
    labels=("Circle loss", "Circle loss (class level)", "Unified loss", "CosFace", "Triplet loss"),
)  # fmt: skip

BOARD = Board(
    id="circle",
    owner="Circle vs triplet",
    params=(
        Choice(name="view", label="View", noun="view", default="field", choices=("field", "gradients", "run"), row=True,
               labels=("Field", "Gradients", "A run")),
        Choice(name="losses", label="Losses", noun="losses", default="am", choices=("am", "triplet", "all"),
               labels=("AM-Softmax and circle", "Triplet and circle", "All four")),
        RUN,
        Choice(name="pairs", label="Pairs of each digit", noun="pairs", default="mean", choices=("mean", "hardest"),
               labels=("Mean", "Hardest"), row=True),
        Real(name="m", label="Margin m", noun="margin", default=0.25, low=-0.2, high=0.5, step=0.005),
        Real(name="gamma", label="Scale γ", noun="scale", default=80.0, low=1.0, high=512.0, log=True),
        Choice(name="alpha", label="Weights α", noun="weights", default="detached", choices=("detached", "attached"),
               labels=("Detached", "Not detached"), row=True),
        Choice(name="points", label="Points", noun="points", default="abc", choices=("abc", "tt"),
               labels=("A, B, C", "T, T′"), row=True),
        Choice(name="axes", label="Axes", noun="axes", default="0", choices=("0", "-0.2", "-1"),
               labels=("0 … 1", "−0.2 … 1", "−1 … 1"), row=True, where="more"),
        *(
            Real(name=f"{id}_{axis}", label=f"{LETTERS[id]}, s_{axis}", noun=f"{LETTERS[id]}'s s_{axis}",
                 default=value, low=-1.0, high=1.0, step=0.001)
            for id, place in START.items()
            for axis, value in zip("np", place, strict=True)
        ),
    ),
    dragged=frozenset(f"{id}_{axis}" for id in START for axis in "np"),
)  # fmt: skip

OUT_OF_PLACE: Mapping[str, tuple[str, ...]] = {
    "field": ("run", "pairs"),
    "gradients": ("run", "pairs", "points"),
    "run": ("losses", "m", "gamma", "alpha", "points", "axes"),
}
"""Settings that a view has no use for."""

FIGURES: Mapping[str, Mapping[str, Knob]] = {
    "Fig. 1": {"m": 0.35, "points": "tt"},
    "Fig. 2": {"view": "gradients", "losses": "all"},
    "Fig. 4": {"view": "run", "run": "circle_class"},
    "Fig. 5": {"m": 0.325},
}
"""Settings of the paper's figures: in the first and the last the line of AM-Softmax lies at 0.3 and 0.35."""


def with_runs(runs: Mapping[str, str]) -> Board:
    """The board with runs of the reader's own, title by key, after those that are recorded."""
    run = replace(RUN, choices=(*RUN.choices, *runs), labels=(*RUN.labels, *runs.values()))
    return replace(BOARD, params=tuple(run if param.name == "run" else param for param in BOARD.params))


def hidden(values: Mapping[str, Knob]) -> tuple[str, ...]:
    """The settings that this view has no use for."""
    return OUT_OF_PLACE[str(values["view"])]


def marks(values: Mapping[str, Knob], aims: Mapping[str, str]) -> Bounds:
    """The hint under the weights: where the arrows aim; `aims` is its sentence by convention."""
    m = float(values["m"])
    place = f"({-m:.3g}, {1 + m:.3g})".replace("-", "−")
    return {"alpha": (0.0, aims[str(values["alpha"])].format(place=place))}


def sentence(values: Mapping[str, Knob]) -> str:
    """The key of the sentence under the title, true of these settings."""
    if values["view"] == "field" and values["points"] == "tt":
        both_stay = all(values[name] == value for name, value in {"m": 0.35, **_start("t"), **_start("u")}.items())
        return "circle.sentence_tt" if both_stay else "circle.sentence_field"
    if values["view"] == "run" and values["pairs"] == "hardest":
        return "circle.sentence_hardest"
    return f"circle.sentence_{values['view']}"


def _start(id: str) -> dict[str, float]:
    return {f"{id}_{axis}": value for axis, value in zip("np", START[id], strict=True)}
