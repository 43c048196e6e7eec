"""The family of losses as a map: entries of the catalogue enter, who becomes whom is drawn."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from lossviz.catalog import LossEntry
from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare

WIDTH, HEIGHT = 12.0, 7.0
ACROSS, UP, HALF_HEIGHT = 110.0, 60.0, 15.0
"""Pixels a unit across and up, as the map is drawn on a desk's screen, and half a name's box."""
PLACES: Mapping[str, tuple[float, float]] = {
    "subcenter_arcface": (1.0, 6.5),
    "dynamic_arcface": (1.0, 4.4),
    "sphereface": (1.0, 0.6),
    "adacos": (1.0, 2.6),
    "arcface": (2.9, 5.6),
    "combined_margin": (4.7, 6.7),
    "normalized_softmax": (2.9, 3.4),
    "softmax": (3.6, 1.6),
    "cosface": (4.6, 4.4),
    "circle_class": (6.2, 6.0),
    "unified": (6.8, 3.7),
    "circle": (8.2, 5.4),
    "triplet_batch_hard": (8.9, 3.7),
    "triplet": (10.6, 2.6),
    "triplet_semihard": (11.0, 4.6),
    "triplet_batch_all": (10.9, 0.9),
    "quadruplet": (8.9, 1.7),
    "n_pair": (10.0, 6.4),
    "infonce": (11.3, 5.7),
    "center": (5.6, 2.3),
    "intra": (5.4, 0.7),
    "inter": (6.9, 1.3),
    "margin": (7.4, 0.4),
    "contrastive": (9.0, 0.4),
    "lifted_structure": (7.9, 6.7),
}
"""Where the known losses lie: class vectors left, pairs right, centres below, the unified loss in the middle."""

SYMBOLS = {
    r"\lVert w\rVert=\lVert x\rVert=1": "‖w‖ = ‖x‖ = 1",
    r"m=1,\ \lVert w\rVert=1": "m = 1, ‖w‖ = 1",
    r"m_1=1,\ m_3=0": "m₁ = 1, m₃ = 0",
    r"m_1=1,\ m_2=0": "m₁ = 1, m₂ = 0",
    r"s=\sqrt2\,\ln(C-1)": "s = √2 ln(C − 1)",
    r"m_{\min}=m_{\max}": "m_min = m_max",
    r"\alpha=1": "α = 1",
    r"\gamma=1,\ m=0,\ w\cdot x": "γ = 1, m = 0",
    r"\gamma\to\infty": "γ → ∞",
    r"\lambda=0": "λ = 0",
    r"\tau=1,\ f_i\cdot f_j": "τ = 1",
    r"p^\ast=\arg\max d_{ap},\ n^\ast=\arg\min d_{an}": "max d(a,p), min d(a,n)",
    r"\text{all }(a,p,n)": "∀ a, p, n",
    r"d_{ap}<d_{an}<d_{ap}+m": "d_ap < d_an < d_ap + m",
    r"w_2=0": "w₂ = 0",
}
"""The conditions as plain signs, since a figure has no LaTeX."""


@dataclass(frozen=True)
class Node:
    """A loss on the map."""

    id: str
    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Arrow:
    """From a loss to the one that it becomes, and when."""

    start: Node
    end: Node
    when: str


@dataclass(frozen=True)
class Family:
    """What is drawn."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


def family(entries: Iterable[LossEntry]) -> Family:
    """The map of these losses; one that has no place yet stands in the bottom row.

    >>> from lossviz import catalog
    >>> len(family(catalog.losses().values()).nodes) == len(catalog.losses())
    True
    """
    listed = list(entries)
    strangers = [entry.id for entry in listed if entry.id not in PLACES]
    spots = dict(PLACES) | {id: (1.0 + 2.0 * i, -0.3) for i, id in enumerate(strangers)}
    nodes = {entry.id: Node(entry.id, entry.name, *spots[entry.id]) for entry in listed}
    arrows = tuple(
        Arrow(nodes[entry.id], nodes[other], signs(when))
        for entry in listed
        for other, when in entry.becomes
        if other in nodes
    )
    return Family(tuple(nodes.values()), arrows)


def signs(latex: str) -> str:
    """A condition without LaTeX: "m = 0"."""
    return SYMBOLS.get(latex, latex.replace("=", " = "))


def drawn(found: Family, chosen: str, names: Mapping[str, str], theme: Theme) -> go.Figure:
    """The map with one loss marked; `names`: the reader's word for each loss's name. Points carry ids as customdata."""
    low = min(0.0, *(node.y for node in found.nodes)) - 0.5
    figure = bare(theme, height=460, clickmode="event+select", dragmode=False)
    figure.update_xaxes(range=[0, WIDTH])
    figure.update_yaxes(range=[low, HEIGHT + 0.2])
    notes = [
        note
        for arrow in found.arrows
        for note in _arrow(arrow, names, lit=chosen in (arrow.start.id, arrow.end.id), theme=theme)
    ]
    notes += [_name(node, names[node.name], lit=node.id == chosen, theme=theme) for node in found.nodes]
    figure.update_layout(annotations=notes)  # all at once: Plotly checks those before with every single one
    figure.add_trace(_targets(found, names))
    return figure


def _targets(found: Family, names: Mapping[str, str]) -> go.Scatter:
    """What a click hits: an unseen mark under each name."""
    return go.Scatter(
        x=[node.x for node in found.nodes],
        y=[node.y for node in found.nodes],
        customdata=[node.id for node in found.nodes],
        text=[html.escape(names[node.name]) for node in found.nodes],
        hovertemplate="%{text}<extra></extra>",
        mode="markers",
        marker={"size": 44, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )


def _name(node: Node, name: str, *, lit: bool, theme: Theme) -> dict[str, Any]:
    """The note with a loss's name in its box."""
    ink = COLOURS[theme]
    return {
        "x": node.x, "y": node.y, "text": html.escape(name), "showarrow": False, "borderpad": 4, "borderwidth": 1,
        "bgcolor": ink.selected if lit else ink.bg, "bordercolor": ink.accent if lit else ink.line,
        "font": {"size": 14, "color": ink.ink},
    }  # fmt: skip


def _arrow(arrow: Arrow, names: Mapping[str, str], *, lit: bool, theme: Theme) -> tuple[dict[str, Any], dict[str, Any]]:
    """The notes with an arrow and with its condition."""
    ink, start, end = COLOURS[theme], arrow.start, arrow.end
    across, up = (end.x - start.x) * ACROSS, (end.y - start.y) * UP
    line = {
        "x": end.x, "y": end.y, "ax": start.x, "ay": start.y, "xref": "x", "yref": "y", "axref": "x", "ayref": "y",
        "showarrow": True, "text": "", "arrowhead": 2, "arrowsize": 1.1, "arrowwidth": 1.5 if lit else 1,
        "arrowcolor": ink.accent if lit else ink.ink3, "standoff": to_the_edge(names[end.name], across, up) + 3,
    }  # fmt: skip
    words = {
        "x": 0.55 * start.x + 0.45 * end.x, "y": 0.55 * start.y + 0.45 * end.y,
        "text": arrow.when, "showarrow": False, "bgcolor": ink.bg, "borderpad": 1,
        "font": {"size": 13, "color": ink.ink if lit else ink.ink2},
    }  # fmt: skip
    return line, words


def to_the_edge(name: str, across: float, up: float) -> float:
    """Pixels from the middle of a name's box to its edge, in this direction."""
    half_width = sum(14.0 if sign >= "\u3400" else 7.2 for sign in name) / 2 + 6
    length = math.hypot(across, up)
    return min(half_width * length / max(abs(across), 1e-9), HALF_HEIGHT * length / max(abs(up), 1e-9))
