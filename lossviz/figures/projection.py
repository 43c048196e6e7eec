"""A space of many dimensions in the plane: an answer `projection` enters; the points with three measures are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from lossviz.figures.colours import CLASSES, Theme
from lossviz.figures.framed import framed, titled

K = 15


@dataclass(frozen=True, eq=False)
class Projection:
    """places (N, 2) of the last moment, labels (N,); how far the picture can be trusted, by neighbourhoods of k."""

    places: NDArray[np.float64]
    labels: NDArray[np.int64]
    k: int
    trustworthiness: float
    continuity: float
    overlap: float

    @property
    def title(self) -> str:
        """The three measures, as the page shows them."""
        measures = f"trustworthiness {self.trustworthiness:.3f}, continuity {self.continuity:.3f}"
        return f"{measures}, kNN overlap {self.overlap:.3f} (k = {self.k})"


def projection(answer: Mapping[str, NDArray[Any]], labels: ArrayLike, k: int = K) -> Projection:
    """Where the points of a projection lie at its end, with its measures for neighbourhoods of k.

    answer: as `lossviz.engine.studies.projection` gives it, of two dimensions.
    Raises ValueError for a k that was not measured.
    """
    ks = answer["ks"].tolist()
    if k not in ks:
        raise ValueError(f"k must be one of {', '.join(map(str, ks))}, got {k}")
    at = ks.index(k)
    places = answer["places"][-1].astype(float) * float(answer["scale"][-1])
    measures = (float(answer[name][at]) for name in ("trustworthiness", "continuity", "overlap"))
    return Projection(places, np.asarray(labels, int), k, *measures)


def drawn(found: Projection, theme: Theme) -> go.Figure:
    """The points in their classes' colours. Axes carry no numbers: only who is near whom counts."""
    figure = framed(theme, "", "", width=620, height=620)
    colours = [CLASSES[theme][label % len(CLASSES[theme])] for label in found.labels]
    figure.add_trace(go.Scattergl(x=found.places[:, 0], y=found.places[:, 1], mode="markers", customdata=found.labels,
                                  hovertemplate="%{customdata}<extra></extra>",
                                  marker={"size": 5, "color": colours}))  # fmt: skip
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, scaleanchor="x")
    figure.update_layout(margin={"l": 16, "r": 16, "t": 44, "b": 16})
    titled(figure, found.title)
    return figure
