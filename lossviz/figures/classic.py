"""Linear metrics over two features: points and learned maps enter; each metric's ellipse is drawn over the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from lossviz.figures.colours import CLASSES, COLOURS, Theme
from lossviz.figures.framed import framed
from lossviz.geometry.ellipse import axes, rim

DASHES = ("solid", "8px 4px", "3px 3px", "2px 4px", "10px 3px 2px 3px")

MOST = 1000
"""A longer ellipse is a line to the eye."""


@dataclass(frozen=True, eq=False)
class Ellipses:
    """points (N, 2), labels (N,); by method, the rim (121, 2) of an ellipse, and how many times as long as wide it is.

    All ellipses have the area of a circle of radius 1.
    """

    points: NDArray[np.float64]
    labels: NDArray[np.int64]
    rims: Mapping[str, NDArray[np.float64]]
    ratios: Mapping[str, float]


def ellipses(points: ArrayLike, labels: ArrayLike, maps: Mapping[str, ArrayLike]) -> Ellipses:
    """All places at one distance from the middle, as each metric M = AᵀA measures.

    maps: by method, A [d, 2], as `lossviz.classic.fit` gives it.

    >>> ellipses([[0, 0]], [0], {"euclid": np.eye(2)}).ratios
    {'euclid': 1.0}
    """
    metrics = {name: np.asarray(a, float).T @ np.asarray(a, float) for name, a in maps.items()}
    ratios = {}
    for name, metric in metrics.items():
        half, _ = axes(metric)
        ratios[name] = float(half[0] / half[1])
    rims = {name: rim(metric) for name, metric in metrics.items()}
    return Ellipses(np.asarray(points, float), np.asarray(labels, int), rims, ratios)


def drawn(found: Ellipses, theme: Theme) -> go.Figure:
    """The ellipses in the dashes of the page over the points in their classes' colours."""
    figure = framed(theme, "x₁", "x₂", width=560, height=520)
    for i, (name, places) in enumerate(found.rims.items()):
        line = {"color": COLOURS[theme].ink, "width": 2, "dash": DASHES[i % len(DASHES)]}
        figure.add_trace(go.Scatter(x=places[:, 0], y=places[:, 1], mode="lines", line=line,
                                    name=f"{name}, {_ratio(found.ratios[name])}"))  # fmt: skip
    colours = [CLASSES[theme][label % len(CLASSES[theme])] for label in found.labels]
    figure.add_trace(go.Scatter(x=found.points[:, 0], y=found.points[:, 1], mode="markers", showlegend=False,
                                customdata=found.labels, hovertemplate="%{customdata}<extra></extra>",
                                marker={"size": 12, "color": colours}))  # fmt: skip
    half = 1.2 * float(np.abs(found.points).max(initial=1.0))
    figure.update_xaxes(range=[-half, half])
    figure.update_yaxes(range=[-half, half], scaleanchor="x")
    figure.update_layout(showlegend=True, legend={"x": 0.01, "y": 0.99})
    return figure


def _ratio(value: float) -> str:
    return f"{value:.1f} : 1" if value < MOST else f"> {MOST} : 1"
