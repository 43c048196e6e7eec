"""A figure with two axes: the theme and what the axes are called enter, an empty figure leaves."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare


def framed(theme: Theme, across: str, up: str, **layout: Any) -> go.Figure:
    """Both axes with their names and quiet lines, without a legend."""
    ink = COLOURS[theme]
    figure = bare(theme, **{"height": 420, **layout})
    figure.update_layout(margin={"l": 60, "r": 24, "t": 36, "b": 48})
    axis = {"visible": True, "showline": True, "linecolor": ink.ink3, "gridcolor": ink.line, "zeroline": False}
    figure.update_xaxes(title=across, **axis)
    figure.update_yaxes(title=up, **axis)
    return figure


def upright(figure: go.Figure, x: float, words: str, colour: str, dash: str = "solid", level: int = 0) -> None:
    """A line across the whole height with its words at the top; `level`: how many lines of words lie above these."""
    figure.add_vline(x=x, line={"color": colour, "width": 2, "dash": dash})
    figure.add_annotation(x=x, y=1, yref="paper", yshift=-12 - 20 * level, text=words, showarrow=False,
                          xanchor="left", xshift=6, font={"color": colour, "size": 13})  # fmt: skip


def titled(figure: go.Figure, words: str) -> None:
    """Small words above the picture, at its left."""
    figure.add_annotation(x=0, y=1, xref="paper", yref="paper", yshift=24, text=words, showarrow=False,
                          xanchor="left", font={"size": 14})  # fmt: skip
