"""An anchor's rings and what a mining takes: points and labels enter, the triplets' geometry is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from lossviz.figures.colours import CLASSES, COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry import mined_triplets, triplet_category

SYMBOLS = {"easy": "circle", "semihard": "diamond", "hard": "triangle-up"}


@dataclass(frozen=True)
class Anchored:
    """One anchor's picture.

    points [N, d = 2], labels [N]; anchor, positive: places in the batch; near: d(a, p), the inner ring's radius, and
    margin, by how much the outer one is wider; categories: "easy", "semihard" or "hard" of every negative; taken: the
    anchor's triplets (a, p, n) of the mining.
    """

    points: npt.NDArray[np.float64]
    labels: tuple[int, ...]
    anchor: int
    positive: int
    near: float
    margin: float
    categories: dict[int, str]
    taken: tuple[tuple[int, int, int], ...]


def anchored(
    points: npt.ArrayLike,
    labels: Sequence[int],
    *,
    anchor: int,
    positive: int | None = None,
    margin: float = 1.0,
    mining: str = "hard",
    draw: int = 0,
) -> Anchored:
    """The rings at d(a, p) and d(a, p) + margin around an anchor, its negatives by difficulty, what a mining takes.

    Args: points [N, 2], labels [N], anchor and positive as places in the batch; without a positive the farthest.
    mining and draw as in `lossviz.geometry.mined_triplets`.
    Raises ValueError for a positive that is none of the anchor's.
    Schroff et al. 2015, FaceNet; Hermans et al. 2017, In defense of the triplet loss

    >>> anchored([[0, 0], [1, 0], [0, 1.5]], [0, 0, 1], anchor=0).categories
    {2: 'semihard'}
    """
    places = np.asarray(points, dtype=np.float64)
    apart = np.linalg.norm(places - places[anchor], axis=1)
    mates = [i for i, label in enumerate(labels) if label == labels[anchor] and i != anchor]
    if positive is None and mates:
        positive = max(mates, key=lambda i: float(apart[i]))
    if positive is None or positive not in mates:
        raise ValueError(f"positive must be another sample of the anchor's class, got {positive}")
    near = float(apart[positive])
    categories = {
        i: triplet_category(near, float(apart[i]), margin)
        for i, label in enumerate(labels)
        if label != labels[anchor]
    }  # fmt: skip
    taken = mined_triplets(places, labels, mining, margin=margin, draw=draw)
    own = tuple(triplet for triplet in taken if triplet[0] == anchor)
    return Anchored(places, tuple(labels), anchor, positive, near, margin, categories, own)


def drawn(found: Anchored, theme: Theme) -> go.Figure:
    """The rings, the points by class and difficulty, and lines to what the mining takes, dashed to negatives."""
    ink = COLOURS[theme]
    figure = bare(theme, height=520, width=520)
    half = float(np.abs(found.points).max()) * 1.15 or 1.0
    figure.update_xaxes(range=[-half, half])
    figure.update_yaxes(range=[-half, half], scaleanchor="x")
    for radius, dash in ((found.near, "solid"), (found.near + found.margin, "dash")):
        _ring(figure, found.points[found.anchor], radius, dash, ink.ink)
    for _, p, n in found.taken:
        _line(figure, found, p, "solid", ink.ink)
        _line(figure, found, n, "dot", ink.ink2)
    figure.add_trace(_crowd(found, theme))
    for letter, i in (("a", found.anchor), ("p", found.positive)):
        x, y = found.points[i]
        figure.add_annotation(x=x, y=y, text=letter, showarrow=False, xshift=16, yshift=12, font={"size": 16})
    return figure


def _ring(figure: go.Figure, centre: npt.NDArray[np.float64], radius: float, dash: str, colour: str) -> None:
    x, y = centre
    figure.add_shape(
        type="circle", x0=x - radius, y0=y - radius, x1=x + radius, y1=y + radius,
        line={"color": colour, "width": 1.75, "dash": dash},
    )  # fmt: skip


def _line(figure: go.Figure, found: Anchored, other: int, dash: str, colour: str) -> None:
    (x0, y0), (x1, y1) = found.points[found.anchor], found.points[other]
    figure.add_shape(type="line", x0=x0, y0=y0, x1=x1, y1=y1, line={"color": colour, "width": 1.5, "dash": dash})


def _crowd(found: Anchored, theme: Theme) -> go.Scatter:
    kinds = [found.categories.get(i, "easy") for i in range(len(found.labels))]
    return go.Scatter(
        x=found.points[:, 0],
        y=found.points[:, 1],
        mode="markers+text",
        text=[str(label) for label in found.labels],
        textfont={"size": 11, "color": COLOURS[theme].bg},
        customdata=[found.categories.get(i, "") for i in range(len(found.labels))],
        hovertemplate="%{text} %{customdata}<extra></extra>",
        marker={
            "size": 18,
            "symbol": [SYMBOLS[kind] for kind in kinds],
            "color": [CLASSES[theme][label % len(CLASSES[theme])] for label in found.labels],
            "line": {"color": COLOURS[theme].bg, "width": 1.5},
        },
    )
