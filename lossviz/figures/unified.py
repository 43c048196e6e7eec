"""Two sets of similarities enter; their shares of the gradient, and the unified loss beside its hinge, are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry.target_logits import Values
from lossviz.geometry.unified import (
    company_of_hardest,
    gap_above_hinge,
    gradient_shares,
    hardest_violation,
    hinge_gap,
    hinge_gap_bound,
    unified_loss,
)

SP, SN = (0.78, 0.58, 0.71, 0.9), (0.34, -0.12, 0.47, 0.1, -0.35, 0.22)
LOW, HIGH, COUNT, SPAN = 0.25, 512.0, 161, 1.0
WIDTH, HEIGHT = 640, 400


@dataclass(frozen=True, eq=False)
class Comparison:
    """One comparison of sp [K] with sn [L].

    loss: ℓ. z, share_p [K], share_n [L]: how hard each side is pulled over γ, and who takes which share. missed: M;
    hinge: [M]₊; bound: ln(1 + KL)/γ. at, height [161]: M from −1 to 1, and ℓ/γ there if all negatives move together.
    gammas, gap, gap_bound [161]: ℓ/γ − [M]₊ and its bound for γ from 0.25 to 512.
    """

    sp: Values
    sn: Values
    gamma: float
    loss: float
    z: float
    share_p: Values
    share_n: Values
    missed: float
    hinge: float
    bound: float
    at: Values
    height: Values
    gammas: Values
    gap: Values
    gap_bound: Values


def comparison(sp: Sequence[float] = SP, sn: Sequence[float] = SN, gamma: float = 16.0, m: float = 0.25) -> Comparison:
    """What the unified loss makes of similarities within a class, sp, and between classes, sn.

    Sun et al. 2020, Circle loss, eq. 1 to 4.

    >>> found = comparison([0.6], [0.5], gamma=30.0, m=0.1)
    >>> round(found.loss, 4), found.share_p.tolist()
    (0.6931, [1.0])
    """
    z, share_p, share_n = gradient_shares(sp, sn, gamma, m)
    missed, company = hardest_violation(sp, sn, m), company_of_hardest(sp, sn, gamma)
    at = np.linspace(-SPAN, SPAN, COUNT)
    gammas = np.geomspace(LOW, HIGH, COUNT)
    return Comparison(
        sp=np.asarray(sp, float),
        sn=np.asarray(sn, float),
        gamma=gamma,
        loss=unified_loss(sp, sn, gamma, m),
        z=z,
        share_p=share_p,
        share_n=share_n,
        missed=missed,
        hinge=max(0.0, missed),
        bound=hinge_gap_bound(len(sp), len(sn), gamma),
        at=at,
        height=np.array([max(0.0, x) + gap_above_hinge(float(x), company, gamma) for x in at]),
        gammas=gammas,
        gap=np.array([hinge_gap(sp, sn, float(g), m) for g in gammas]),
        gap_bound=np.array([hinge_gap_bound(len(sp), len(sn), float(g)) for g in gammas]),
    )


def shares_drawn(found: Comparison, theme: Theme) -> go.Figure:
    """Two rows of bars: how large a share of the gradient each positive and each negative takes."""
    ink, figure = COLOURS[theme], _framed(theme, "similarity", "share ω")
    sides = (("sₚ", 1.4, found.sp, found.share_p), ("sₙ", 0.0, found.sn, found.share_n))
    for name, base, similarities, shares in sides:
        told = f"{name} = %{{x:.2f}}<br>ω = %{{customdata:.1%}}"
        figure.add_trace(go.Bar(x=similarities, y=shares, base=base, width=0.02, marker_color=ink.ink2, name=name,
                                customdata=shares, hovertemplate=told))  # fmt: skip
        figure.add_trace(go.Scatter(x=similarities, y=np.full(len(similarities), base), mode="markers",
                                    marker={"color": ink.ink, "size": 12}, hoverinfo="skip"))  # fmt: skip
    figure.update_xaxes(range=[-1.04, 1.04])
    figure.update_yaxes(tickvals=[0, 1.4], ticktext=["sₙ", "sₚ"])
    return figure


def height_drawn(found: Comparison, theme: Theme) -> go.Figure:
    """ℓ/γ against M, the hinge dashed, and the band of its bounds."""
    ink, figure = COLOURS[theme], _framed(theme, "M", "ℓ/γ")
    hinge = np.maximum(0.0, found.at)
    figure.add_trace(_line(found.at, hinge, ink.ink, 1.5, dash="dash"))
    figure.add_trace(_line(found.at, hinge + found.bound, ink.line, 1.0, fill="tonexty"))
    figure.add_trace(_line(found.at, found.height, ink.ink, 2.5))
    figure.add_trace(_dot(found.missed, found.loss / found.gamma, ink.ink))
    return figure


def gap_drawn(found: Comparison, theme: Theme) -> go.Figure:
    """How far ℓ/γ lies above the hinge, against γ, below its dashed bound; both axes by powers of ten."""
    ink, figure = COLOURS[theme], _framed(theme, "γ", "ℓ/γ − [M]₊")
    figure.add_trace(_line(found.gammas, found.gap_bound, ink.ink, 1.5, dash="dash"))
    figure.add_trace(_line(found.gammas, found.gap, ink.ink, 2.5))
    figure.add_trace(_dot(found.gamma, found.loss / found.gamma - found.hinge, ink.ink))
    figure.update_xaxes(type="log")
    figure.update_yaxes(type="log", range=[-4, 1.3])
    return figure


def _framed(theme: Theme, across: str, up: str) -> go.Figure:
    figure = bare(theme, width=WIDTH, height=HEIGHT)
    figure.update_layout(margin={"l": 64, "r": 16, "t": 16, "b": 52})
    figure.update_xaxes(visible=True, title=across)
    figure.update_yaxes(visible=True, title=up)
    return figure


def _line(x: Values, y: Values, colour: str, width: float, **style: str) -> go.Scatter:
    line = {"color": colour, "width": width, "dash": style.pop("dash", "solid")}
    return go.Scatter(x=x, y=y, mode="lines", line=line, **style)


def _dot(x: float, y: float, colour: str) -> go.Scatter:
    return go.Scatter(x=[x], y=[y], mode="markers", marker={"color": colour, "size": 12})
