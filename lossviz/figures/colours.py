"""The ink of both themes, for figures and style sheet alike. No plotly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Theme = Literal["light", "dark"]


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

CLASSES: dict[Theme, tuple[str, ...]] = {
    "light": tuple("#3c1db9 #ff6888 #52a9db #b54e06 #278c5a #4b64f5 #aaa316 #820154 #514938 #9f6093".split()),
    "dark": tuple("#a699fd #d293b1 #79e5fe #ea781d #7eb47e #1f6ee8 #f8e031 #bd475c #dfe4e0 #886292".split()),
}
"""The colours of classes 0 … 9, those of .streamlit/config.toml."""
