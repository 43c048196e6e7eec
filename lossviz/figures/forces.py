"""Losses as forces: points and labels enter, where a loss moves each point is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from lossviz.figures.colours import CLASSES, COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry import batch_forces

LONGEST = 0.13
"""Share of the plane's width that the longest arrow takes."""


@dataclass(frozen=True)
class Pulled:
    """A batch under one loss: points [N, 2], labels [N], arrows −∂L/∂x [N, 2], the `loss`, and `rest`, what it is once
    all points coincide."""

    points: npt.NDArray[np.float64]
    labels: tuple[int, ...]
    arrows: npt.NDArray[np.float64]
    loss: float
    rest: float


def pulled(
    loss: str, points: npt.ArrayLike, labels: Sequence[int], *, margin: float = 1.0, tau: float = 1.0
) -> Pulled:  # fmt: skip
    """The forces of a loss on a batch; arguments as in `lossviz.geometry.batch_forces`.

    >>> pulled("contrastive", [[0.0, 0.0], [2.0, 0.0]], [0, 0]).arrows.tolist()
    [[2.0, -0.0], [-2.0, -0.0]]
    """
    places = np.asarray(points, dtype=np.float64)
    here = batch_forces(loss, places, labels, margin=margin, tau=tau)
    collapsed = batch_forces(loss, np.zeros_like(places), labels, margin=margin, tau=tau)
    return Pulled(places, tuple(labels), -here.gradient, here.loss, collapsed.loss)


def drawn(found: Pulled, theme: Theme) -> go.Figure:
    """The points in their classes' colours, and an arrow on each in one scale."""
    ink = COLOURS[theme]
    figure = bare(theme, height=520, width=520)
    half = float(np.abs(found.points).max()) * 1.3 or 1.0
    figure.update_xaxes(range=[-half, half])
    figure.update_yaxes(range=[-half, half], scaleanchor="x")
    longest = float(np.linalg.norm(found.arrows, axis=1).max())
    scale = 2 * half * LONGEST / longest if longest > 0 else 0.0
    for (x, y), (dx, dy) in zip(found.points, scale * found.arrows, strict=True):
        figure.add_annotation(
            x=x + dx, y=y + dy, ax=x, ay=y, xref="x", yref="y", axref="x", ayref="y", showarrow=True, text="",
            arrowhead=2, arrowwidth=1.75, arrowcolor=ink.ink,
        )  # fmt: skip
    colours = [CLASSES[theme][label % len(CLASSES[theme])] for label in found.labels]
    figure.add_trace(
        go.Scatter(
            x=found.points[:, 0], y=found.points[:, 1], mode="markers+text", text=[str(c) for c in found.labels],
            textfont={"size": 11, "color": ink.bg}, hovertemplate="%{text}<extra></extra>",
            marker={"size": 18, "color": colours, "line": {"color": ink.bg, "width": 1.5}},
        )
    )  # fmt: skip
    return figure
