"""Rare classes: answers `per_class` of two runs enter; each class's recall with either margin is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from lossviz.figures.colours import CLASSES, Theme
from lossviz.figures.framed import framed, titled
from lossviz.geometry.per_class import recall

PALE = 0.4


@dataclass(frozen=True, eq=False)
class Recalls:
    """sizes (C,): digits a class was trained on; by run, the share of its test digits (C,) told right."""

    sizes: NDArray[np.int64]
    right: Mapping[str, NDArray[np.float64]]


def recalls(answers: Mapping[str, Mapping[str, NDArray[Any]]]) -> Recalls:
    """The recall of every class, by run. Margins by class size: `lossviz.figures.scale.margins_by_size`.

    answers: by name, as `lossviz.engine.studies.per_class` gives them, of runs on one data set.
    Raises ValueError for runs whose classes are not equally large.
    """
    sizes = [answer["sizes"].astype(np.int64) for answer in answers.values()]
    if any(not np.array_equal(sizes[0], each) for each in sizes):
        raise ValueError("answers must be of runs on one data set, got other class sizes")
    return Recalls(sizes[0], {name: recall(answer["confusion"]) for name, answer in answers.items()})


def drawn(found: Recalls, theme: Theme) -> go.Figure:
    """Bars side by side in the class's colour, the first run's paler; under them the class and its digits."""
    figure = framed(theme, "class", "recall", barmode="group", bargap=0.2)
    classes = [CLASSES[theme][c % len(CLASSES[theme])] for c in range(len(found.sizes))]
    for i, (name, right) in enumerate(found.right.items()):
        pale = 1.0 if i == len(found.right) - 1 else PALE
        figure.add_trace(go.Bar(x=np.arange(len(right)), y=right, name=name, marker={"color": classes},
                                opacity=pale, customdata=found.sizes,
                                hovertemplate="%{x} (n = %{customdata}): %{y:.1%}"))  # fmt: skip
    words = [f"{c}<br>n = {n}" for c, n in enumerate(found.sizes)]
    figure.update_xaxes(tickvals=np.arange(len(words)), ticktext=words, showgrid=False)
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
    figure.update_layout(margin={"l": 60, "r": 24, "t": 36, "b": 64})
    titled(figure, " | ".join(found.right))
    return figure
