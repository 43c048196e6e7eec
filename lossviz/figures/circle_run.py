"""A run's tape enters; its pairs in the plane of similarities, and s_p and s_n along the run, are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.frame import Tape
from lossviz.geometry.anchors import Kind, anchor_similarities, spread
from lossviz.geometry.target_logits import Values


@dataclass(frozen=True, eq=False)
class RunPairs:
    """steps [F]; s_n and s_p of every anchor in every frame, [F, A]."""

    steps: NDArray[np.int64]
    s_n: Values
    s_p: Values


def run_pairs(tape: Tape, labels: NDArray[np.int64], *, hardest: bool = False) -> RunPairs:
    """The similarities of 300 anchors of a tape in two or three dimensions: their means, or the hardest.

    labels [N], as in the tape's data pack. Sun et al. 2020, Circle loss, Fig. 4 and 5.
    """
    kind, anchors, frames = kind_of(tape), spread(len(labels)), list(tape.frames())
    found = [
        anchor_similarities(np.asarray(frame.points, float), labels, anchors, kind,
                            None if frame.vectors is None else np.asarray(frame.vectors, float))
        for frame in frames
    ]  # fmt: skip
    which = "hard" if hardest else "mean"
    return RunPairs(
        np.array([frame.step for frame in frames]),
        np.array([each[f"sn_{which}"] for each in found]),
        np.array([each[f"sp_{which}"] for each in found]),
    )


def kind_of(tape: Tape) -> Kind:
    """What the run's loss compares by: the cosine, or 1/(1 + D²), which also stands for a distance."""
    directions = tape.header["metric"] == "cosine" and tape.header["recipe"]["knobs"].get("similarity") != "inverse"
    return "cosine" if directions else "inverse"


def curves_drawn(found: RunPairs, theme: Theme) -> go.Figure:
    """Mean s_p and s_n against the step, each named at its end."""
    ink = COLOURS[theme].ink
    figure = bare(theme, width=640, height=420)
    figure.update_layout(margin={"l": 56, "r": 40, "t": 16, "b": 52})
    figure.update_xaxes(visible=True, title="step")
    figure.update_yaxes(visible=True)
    for name, values, dash in (("s<sub>p</sub>", found.s_p, "solid"), ("s<sub>n</sub>", found.s_n, "dash")):
        mean = np.nanmean(values, axis=1)
        figure.add_trace(go.Scatter(x=found.steps, y=mean, mode="lines", line={"color": ink, "dash": dash}, name=name))
        figure.add_annotation(x=found.steps[-1], y=mean[-1], text=name, showarrow=False, xshift=18)
    return figure
