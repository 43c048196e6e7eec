"""Two classes under several losses: what each asks enters; boundaries, gaps and target logits leave, and are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry import two_classes
from lossviz.geometry.target_logits import Values
from lossviz.geometry.two_classes import Asks

PUBLISHED = {
    "Softmax": Asks("softmax"),
    "SphereFace": Asks("sphereface", m=4),
    "CosFace": Asks("cosface", m=0.35),
    "ArcFace": Asks("arcface", m=0.5),
    "CM1": Asks("combined_margin", m1=1.0, m2=0.3, m3=0.2),
    "CM2": Asks("combined_margin", m1=0.9, m2=0.4, m3=0.15),
}
"""The losses as Deng et al. 2019 compare them."""

DASHES = ("dot", "2px 4px", "8px 4px", "solid", "10px 3px 2px 3px", "3px 3px")


@dataclass(frozen=True)
class Plane:
    """By loss, θ₂ on the boundary of class 1 for every θ₁, in degrees; NaN where there is none."""

    theta1: Values
    theta2: dict[str, Values]

    @property
    def cosines(self) -> dict[str, tuple[Values, Values]]:
        """The same boundaries in the plane of cosines (Wang et al. 2018, Fig. 2)."""
        return {
            name: (np.cos(np.radians(self.theta1)), np.cos(np.radians(theta2))) for name, theta2 in self.theta2.items()
        }


@dataclass(frozen=True)
class Arc:
    """Class vectors `apart` degrees apart: by loss, how wide the gap between both regions is; None without regions."""

    apart: float
    gaps: dict[str, float | None]


@dataclass(frozen=True)
class Curves:
    """By loss, the target logit at the own angle θ (degrees), or its slope by θ in radians."""

    theta: Values
    values: dict[str, Values]


def plane(losses: Mapping[str, Asks] = PUBLISHED, theta1: Sequence[float] | Values = tuple(range(181))) -> Plane:
    """The boundaries of class 1 in the plane of both angles (Deng et al. 2019, Fig. 5).

    >>> float(plane(theta1=[20]).theta2["ArcFace"][0].round(1))
    48.6
    """
    angles = np.asarray(theta1, float)
    found = {name: np.degrees(two_classes.boundary(np.radians(angles), asks)) for name, asks in losses.items()}
    return Plane(angles, found)


def arc(apart: float, losses: Mapping[str, Asks] = PUBLISHED) -> Arc:
    """The gap that each loss leaves between class vectors `apart` degrees apart.

    >>> round(arc(45, {"CosFace": Asks("cosface", m=0.1)}).gaps["CosFace"], 1)
    15.0
    """
    gaps = {name: two_classes.gap(math.radians(apart), asks) for name, asks in losses.items()}
    return Arc(apart, {name: None if gap is None else math.degrees(gap) for name, gap in gaps.items()})


def curves(
    losses: Mapping[str, Asks] = PUBLISHED, theta: Sequence[float] | Values = tuple(range(181)), *, slope: bool = False
) -> Curves:
    """Target logits against the own angle (Deng et al. 2019, Fig. 4b), or their slopes.

    >>> float(curves(theta=[60]).values["CM1"][0].round(3))
    0.022
    """
    angles, of = np.asarray(theta, float), two_classes.target_slope if slope else two_classes.target_logit
    return Curves(angles, {name: of(np.radians(angles), asks) for name, asks in losses.items()})


def drawn_plane(found: Plane, theme: Theme) -> go.Figure:
    """Both classes' boundaries; the margin lies between the two lines of a loss, which is named at that of class 1."""
    figure = _framed(theme, "θ₁", "θ₂", [0, 180])
    figure.update_yaxes(range=[0, 180], scaleanchor="x", constrain="domain")
    for (name, theta2), dash in zip(found.theta2.items(), _dashes(found.theta2), strict=True):
        figure.add_trace(_line(found.theta1, theta2, name, dash, theme))
        figure.add_trace(_line(theta2, found.theta1, name, dash, theme, named=False))
    return figure


def drawn_cosines(found: Plane, theme: Theme) -> go.Figure:
    """The same in the plane of cosines."""
    figure = _framed(theme, "cos θ₁", "cos θ₂", [-1, 1])
    figure.update_yaxes(range=[-1, 1], scaleanchor="x", constrain="domain")
    for (name, (first, second)), dash in zip(found.cosines.items(), _dashes(found.cosines), strict=True):
        figure.add_trace(_line(first, second, name, dash, theme))
        figure.add_trace(_line(second, first, name, dash, theme, named=False))
    return figure


def drawn_curves(found: Curves, theme: Theme) -> go.Figure:
    """A line for each loss, named at its end."""
    figure = _framed(theme, "θ", "φ(θ)", [float(found.theta[0]), float(found.theta[-1])])
    for (name, values), dash in zip(found.values.items(), _dashes(found.values), strict=True):
        figure.add_trace(_line(found.theta, values, name, dash, theme))
    return figure


def _dashes(losses: Mapping[str, object]) -> list[str]:
    return [DASHES[i % len(DASHES)] for i in range(len(losses))]


def _framed(theme: Theme, x: str, y: str, ends: list[float]) -> go.Figure:
    figure, ink = bare(theme, height=480), COLOURS[theme]
    axis = {"visible": True, "showgrid": False, "zeroline": False, "linecolor": ink.ink3, "mirror": True}
    figure.update_layout(margin={"l": 56, "r": 96, "t": 12, "b": 48})
    figure.update_xaxes(title=x, range=ends, **axis)
    figure.update_yaxes(title=y, **axis)
    return figure


def _line(x: Values, y: Values, name: str, dash: str, theme: Theme, *, named: bool = True) -> go.Scatter:
    """A curve with its name at its last point that is there."""
    there = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    texts = [""] * len(x)
    if named and len(there):
        texts[there[-1]] = name
    return go.Scatter(
        x=x, y=y, name=name, mode="lines+text", text=texts, textposition="middle right", cliponaxis=False,
        line={"color": COLOURS[theme].ink, "width": 2, "dash": dash},
        hovertemplate=f"{name}: %{{x:.1f}}, %{{y:.2f}}<extra></extra>",
    )  # fmt: skip
