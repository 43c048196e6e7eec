"""How every figure looks: the kind of theme enters, colours and a bare layout leave."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme

FONT = "Source Sans, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"


def bare(theme: Theme, **layout: Any) -> go.Figure:
    """An empty figure without axes, legend or margins, in the theme's colours."""
    ink = COLOURS[theme]
    figure = go.Figure()
    figure.update_layout(
        paper_bgcolor=ink.bg,
        plot_bgcolor=ink.bg,
        font={"family": FONT, "color": ink.ink, "size": 14},
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False,
        hoverlabel={"bgcolor": ink.bg, "bordercolor": ink.line, "font": {"color": ink.ink, "size": 13}},
        **layout,
    )
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_yaxes(visible=False, fixedrange=True)
    return figure
