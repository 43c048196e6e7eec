"""One pair in the plane of similarities: a loss enters; its field, descents and gradient surfaces are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry.one_pair import PairLoss, boundary, descent, pair_gradient, pair_loss
from lossviz.geometry.target_logits import Values

POINTS: Mapping[str, tuple[float, float]] = {"A": (0.8, 0.8), "B": (0.2, 0.2), "C": (0.85, 0.35)}
ARROWS, COUNT, SIZE = 10, 101, 520
SEQUENTIAL: Mapping[Theme, tuple[str, str]] = {"light": ("#fdfdfd", "#95b5d6"), "dark": ("#181c21", "#365b80")}


@dataclass(frozen=True, eq=False)
class Plane:
    """What is drawn of one loss: places are (s_n, s_p).

    value [count, count]: the loss, s_p down the rows. boundary [N, 2]. goal: T = (m, 1 − m). places, pulls [100, 2]:
    where arrows stand, and −∂L/∂(s_n, s_p) there. gradients: ∂L/∂(s_n, s_p) at the points and at T. ways: the descents.
    """

    loss: PairLoss
    at: Values
    value: Values
    boundary: Values
    goal: tuple[float, float]
    places: Values
    pulls: Values
    gradients: Mapping[str, tuple[float, float]]
    ways: Mapping[str, Values]


def plane(
    loss: PairLoss,
    gamma: float = 80.0,
    m: float = 0.25,
    *,
    detached: bool = True,
    points: Mapping[str, tuple[float, float]] = POINTS,
    low: float = 0.0,
) -> Plane:
    """The plane of one loss from `low` to 1, with `points` released in it. Sun et al. 2020, Circle loss, Fig. 1.

    >>> plane("circle").gradients["T"]
    (20.0, -20.0)
    """
    at = np.linspace(low, 1, COUNT)
    goal = (m, 1 - m)
    along = low + (1 - low) * (np.arange(ARROWS) + 0.5) / ARROWS
    places = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    pull = pair_gradient(loss, places[:, 0], places[:, 1], gamma, m, detached)
    found = {name: pair_gradient(loss, *place, gamma, m, detached) for name, place in {**points, "T": goal}.items()}
    return Plane(
        loss=loss,
        at=at,
        value=pair_loss(loss, at[None, :], at[:, None], gamma, m),
        boundary=boundary(loss, m, low),
        goal=goal,
        places=places,
        pulls=-np.stack([pull["d_sn"], pull["d_sp"]], axis=1),
        gradients={name: (float(each["d_sn"]), float(each["d_sp"])) for name, each in found.items()},
        ways={name: descent(loss, place, gamma, m, detached=detached, low=low) for name, place in points.items()},
    )


def drawn(found: Plane, theme: Theme) -> go.Figure:
    """The loss as colour, its boundary, arrows down the gradient, and the trails of the points."""
    ink = COLOURS[theme]
    figure = _square(theme, found.at)
    figure.add_trace(go.Contour(x=found.at, y=found.at, z=found.value, colorscale=SEQUENTIAL[theme], showscale=False,
                                ncontours=10, line={"width": 0}, hoverinfo="skip"))  # fmt: skip
    longest = max(float(np.linalg.norm(found.pulls, axis=1).max()), 1e-12)
    for (sn, sp), pull in zip(found.places, found.pulls / longest * 30, strict=True):
        if np.hypot(*pull) >= 9:
            figure.add_annotation(x=sn, y=sp, ax=-pull[0], ay=pull[1], showarrow=True, text="", arrowwidth=1.25,
                                  arrowhead=2, arrowcolor=ink.ink2)  # fmt: skip
    figure.add_trace(_line(found.boundary, ink.ink, 2.5))
    for name, way in found.ways.items():
        figure.add_trace(_line(way, ink.ink, 2.25))
        figure.add_annotation(x=way[0, 0], y=way[0, 1], text=name, showarrow=False, bgcolor=ink.ink,
                              font={"color": ink.bg, "size": 12})  # fmt: skip
    figure.add_annotation(x=found.goal[0], y=found.goal[1], text="◇ T", showarrow=False, font={"color": ink.ink})
    return figure


@dataclass(frozen=True, eq=False)
class Surfaces:
    """|∂L/∂s_p| and |∂L/∂s_n| over γ (the hinge has none), s_p down the rows, and the boundary."""

    at: Values
    d_sp: Values
    d_sn: Values
    boundary: Values


def surfaces(
    loss: PairLoss, gamma: float = 80.0, m: float = 0.25, *, detached: bool = True, low: float = 0.0
) -> Surfaces:
    """The gradient surfaces of one loss. Sun et al. 2020, Circle loss, Fig. 2.

    >>> round(float(surfaces("circle").d_sn.max()), 2)
    1.25
    """
    at = np.linspace(low, 1, COUNT)
    found = pair_gradient(loss, at[None, :], at[:, None], gamma, m, detached)
    unit = 1.0 if loss == "triplet" else gamma
    return Surfaces(at, np.abs(found["d_sp"]) / unit, np.abs(found["d_sn"]) / unit, boundary(loss, m, low))


def surface_drawn(found: Surfaces, side: str, theme: Theme) -> go.Figure:
    """One of the two surfaces, `side` "d_sp" or "d_sn", as a heat map with its scale."""
    figure = _square(theme, found.at)
    figure.add_trace(go.Heatmap(x=found.at, y=found.at, z=getattr(found, side), colorscale=SEQUENTIAL[theme],
                                zmin=0, zmax=2))  # fmt: skip
    figure.add_trace(_line(found.boundary, COLOURS[theme].ink, 2.5))
    return figure


def _square(theme: Theme, at: Values) -> go.Figure:
    figure = bare(theme, width=SIZE, height=SIZE)
    figure.update_layout(margin={"l": 56, "r": 16, "t": 16, "b": 52})
    figure.update_xaxes(visible=True, range=[at[0], at[-1]], title="s<sub>n</sub>")
    figure.update_yaxes(visible=True, range=[at[0], at[-1]], title="s<sub>p</sub>", scaleanchor="x")
    return figure


def _line(places: Values, colour: str, width: float) -> go.Scatter:
    return go.Scatter(x=places[:, 0], y=places[:, 1], mode="lines", line={"color": colour, "width": width},
                      hoverinfo="skip")  # fmt: skip
