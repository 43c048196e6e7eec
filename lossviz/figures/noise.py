"""Wrong labels by angle: a run's answer `subcentres` enters; the histogram with threshold and valley is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.framed import framed, titled, upright
from lossviz.geometry.cleaning import precision_and_recall, to_dominant

PAPER = 75.0
"""Degrees: the threshold of Deng et al. 2020."""

BIN = 2.5


@dataclass(frozen=True, eq=False)
class Angles:
    """edges (B + 1,) in degrees, and how many right and wrong labels (B,) lie between them.

    valley: where the two heaps part, None for one heap; threshold: from where on digits are dropped, None for nowhere;
    precision and recall of dropping them, NaN of none.
    """

    edges: NDArray[np.float64]
    right: NDArray[np.int64]
    wrong: NDArray[np.int64]
    valley: float | None
    threshold: float | None
    precision: float
    recall: float


def angles(answer: Mapping[str, NDArray[Any]], threshold: float | None = None) -> Angles:
    """Degrees to the dominant sub-centre of a digit's label; without a threshold the valley is taken.

    answer: as `lossviz.engine.studies.subcentres` gives it: angles (N, K), dominant (C,), given and true (N,), valley.
    Deng et al. 2020, Sub-center ArcFace, section 3.4.
    """
    away = to_dominant(answer["angles"], answer["given"], answer["dominant"])
    wrong = np.asarray(answer["given"] != answer["true"])
    here = float(answer["valley"][0])
    valley = None if np.isnan(here) else here
    chosen = valley if threshold is None else threshold
    dropped = np.zeros(len(away), bool) if chosen is None else away > chosen
    edges = np.arange(0.0, max(90.0, float(away.max())) + BIN, BIN)
    right_counts, wrong_counts = (np.histogram(away[kind], edges)[0] for kind in (~wrong, wrong))
    return Angles(edges, right_counts, wrong_counts, valley, chosen, *precision_and_recall(dropped, wrong))


def drawn(found: Angles, theme: Theme) -> go.Figure:
    """Right labels full, wrong ones hatched; the threshold, the valley and the paper's 75° as upright lines."""
    ink = COLOURS[theme]
    figure = framed(theme, "θ", "n", barmode="overlay", bargap=0)
    middles = found.edges[:-1] + BIN / 2
    hatched = {"shape": "/", "fgcolor": ink.ink, "bgcolor": ink.bg, "size": 6}
    figure.add_trace(go.Bar(x=middles, y=found.right, name="right", width=BIN, marker={"color": ink.ink3}))
    figure.add_trace(go.Bar(x=middles, y=found.wrong, name="wrong", width=BIN, opacity=0.85,
                            marker={"pattern": hatched, "line": {"color": ink.ink, "width": 1}}))  # fmt: skip
    figure.update_layout(showlegend=True, legend={"x": 1, "xanchor": "right", "y": 0.6})
    figure.update_xaxes(range=[0, found.edges[-1]], ticksuffix="°")
    upright(figure, PAPER, "75°", ink.ink3, "dot")
    if found.valley is not None and found.valley != found.threshold:
        upright(figure, found.valley, f"valley {found.valley:.1f}°", ink.ink3, "dash", level=1)
    if found.threshold is not None:
        upright(figure, found.threshold, f"{found.threshold:.1f}°", ink.accent)
        titled(figure, f"precision {_share(found.precision)}, recall {_share(found.recall)}")
    return figure


def _share(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.1%}"
