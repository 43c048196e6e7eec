"""How every figure looks: the kind of theme enters, colours and a bare layout leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import plotly.graph_objects as go

Theme = Literal["light", "dark"]
FONT = "Source Sans, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"


@dataclass(frozen=True)
class Colours:
    """The ink of one theme: `ink` for what matters, `ink2` and `ink3` behind it, `line`, the background, the accent."""

    ink: str
    ink2: str
    ink3: str
    line: str
    bg: str
    accent: str
    selected: str


COLOURS: dict[Theme, Colours] = {
    "light": Colours("#15181d", "#474e58", "#666d78", "#dcdfe4", "#ffffff", "#3451b2", "#eaeef9"),
    "dark": Colours("#e8eaed", "#b4bac3", "#949ca6", "#30363e", "#14171b", "#516fd0", "#222b45"),
}


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
