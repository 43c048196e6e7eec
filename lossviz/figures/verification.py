"""Pairs told apart: answers `verification` of runs enter; similarities, ROC and DET with a working point are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from scipy.special import ndtri

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.framed import framed, titled, upright
from lossviz.geometry.rates import Floats, Working, at_rate

Group = Literal["unseen", "trained", "both"]

LEAST, MOST = 0.0005, 0.9
SHARES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8)
DASHES = ("solid", "8px 4px", "3px 3px", "10px 3px 2px 3px")


@dataclass(frozen=True, eq=False)
class Similarities:
    """edges (B + 1,); the share of the pairs of one class (B,), and of two, between them; where the threshold lies.

    cosine: whether similarities are cosines, else distances with their sign turned.
    """

    edges: Floats
    same: Floats
    different: Floats
    here: Working
    cosine: bool


@dataclass(frozen=True, eq=False)
class Curves:
    """By run, FAR and TAR (M,) from where nothing is accepted to where everything is, and the working point."""

    far: Mapping[str, Floats]
    tar: Mapping[str, Floats]
    here: Mapping[str, Working]


def similarities(answer: Mapping[str, NDArray[Any]], group: Group = "unseen", far: float = 0.1) -> Similarities:
    """How alike the pairs of a group are, with the threshold at a false accept rate.

    answer: as `lossviz.engine.studies.verification` gives it.
    """
    counts = answer[f"{group}_bins"].astype(float)
    same, different = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    here = at_rate(*_curve(answer, group), far)
    return Similarities(answer["edges"].astype(float), same, different, here, bool(answer["cosine"][0]))


def curves(answers: Mapping[str, Mapping[str, NDArray[Any]]], group: Group = "unseen", far: float = 0.1) -> Curves:
    """The error rates of several runs, by name, and each one's working point at a false accept rate."""
    known = {name: _curve(answer, group) for name, answer in answers.items()}
    return Curves(
        {name: curve[1] for name, curve in known.items()},
        {name: curve[2] for name, curve in known.items()},
        {name: at_rate(*curve, far) for name, curve in known.items()},
    )


def _curve(answer: Mapping[str, NDArray[Any]], group: Group) -> tuple[Floats, Floats, Floats]:
    thresholds, far, tar = answer[f"{group}_curve"].astype(float)
    if len(thresholds) > 1:
        thresholds[0] = thresholds[1]  # scikit-learn's first is infinite: nothing is accepted
    return thresholds, far, tar


def drawn(found: Similarities, theme: Theme) -> go.Figure:
    """Both heaps as steps, that of two classes dashed, with the threshold between them."""
    ink = COLOURS[theme]
    figure = framed(theme, "cos" if found.cosine else "−‖x − y‖", "share of pairs")
    for name, shares, colour, dash in (
        ("two classes", found.different, ink.ink3, "4px 3px"), ("one class", found.same, ink.ink, "solid"),
    ):  # fmt: skip
        figure.add_trace(go.Scatter(x=found.edges, y=np.append(shares, shares[-1]), name=name, mode="lines",
                                    line={"shape": "hv", "color": colour, "dash": dash}, fill="tozeroy"))  # fmt: skip
    figure.update_layout(showlegend=True, legend={"x": 0.02, "y": 0.98})
    figure.update_yaxes(tickformat=".0%", rangemode="tozero")
    upright(figure, found.here.threshold, f"{found.here.threshold:.2f}", ink.accent)
    titled(figure, told(found.here))
    return figure


def told(here: Working) -> str:
    """ "FAR 10.0%, TAR 43.1%, FRR 56.9%" """
    return f"FAR {here.far:.1%}, TAR {here.tar:.1%}, FRR {1 - here.tar:.1%}"


def roc_drawn(found: Curves, theme: Theme) -> go.Figure:
    """TAR against FAR, chance as a diagonal, each run's working point as a dot."""
    figure = framed(theme, "FAR", "TAR", width=520, height=480)
    _add(figure, {name: (found.far[name], found.tar[name]) for name in found.far}, theme)
    _add_places(figure, {name: (here.far, here.tar) for name, here in found.here.items()}, theme)
    _add_chance(figure, [0, 1], [0, 1], theme)
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(range=[0, 1], tickformat=".0%")
    figure.update_layout(legend={"x": 0.98, "xanchor": "right", "y": 0.02, "yanchor": "bottom"})
    return figure


def det_drawn(found: Curves, theme: Theme) -> go.Figure:
    """FRR against FAR, both by normal deviates (Martin et al. 1997), where normal similarities give straight lines."""
    figure = framed(theme, "FAR", "FRR", width=520, height=480)
    bent = {name: (deviate(found.far[name]), deviate(1 - found.tar[name])) for name in found.far}
    _add(figure, bent, theme)
    places = {name: (float(deviate(here.far)), float(deviate(1 - here.tar))) for name, here in found.here.items()}
    _add_places(figure, places, theme)
    low, high = ndtri([LEAST, MOST])
    _add_chance(figure, [-high, high], [high, -high], theme)
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(range=[low, high], tickvals=ndtri(SHARES), ticktext=[f"{share:.4g}" for share in 100 * np.array(SHARES)],
               ticksuffix="%")  # fmt: skip
    figure.update_layout(legend={"x": 0.98, "xanchor": "right", "y": 0.98})
    return figure


def deviate(share: float | Floats) -> Floats:
    """The normal deviate of a share, kept within what is drawn."""
    return np.asarray(ndtri(np.clip(share, LEAST, MOST)), float)


def _add(figure: go.Figure, lines: Mapping[str, tuple[Floats, Floats]], theme: Theme) -> None:
    for i, (name, (x, y)) in enumerate(lines.items()):
        line = {"color": COLOURS[theme].ink, "width": 2, "dash": DASHES[i % len(DASHES)]}
        figure.add_trace(go.Scatter(x=x, y=y, name=name, mode="lines", line=line))
    figure.update_layout(showlegend=True)


def _add_places(figure: go.Figure, places: Mapping[str, tuple[float, float]], theme: Theme) -> None:
    for name, (x, y) in places.items():
        figure.add_trace(go.Scatter(x=[x], y=[y], name=name, mode="markers", showlegend=False,
                                    marker={"color": COLOURS[theme].accent, "size": 11}))  # fmt: skip


def _add_chance(figure: go.Figure, x: list[float], y: list[float], theme: Theme) -> None:
    line = {"color": COLOURS[theme].ink3, "width": 1, "dash": "dot"}
    figure.add_trace(go.Scatter(x=x, y=y, mode="lines", line=line, showlegend=False, hoverinfo="skip"))
