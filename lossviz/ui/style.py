"""The look beyond Streamlit's theme: the theme's kind and the language enter, style sheets leave."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from lossviz.figures.colours import COLOURS, Theme

SHEET = Path(__file__).parent / "css" / "lossviz.css"

# The page itself has no --st-* variables (only components do), so Python writes those that the sheet needs.
VARIABLES = ("ink", "ink2", "ink3", "line", "accent", "bg")
TAIWAN_FONTS = (
    ":root,p,h1,h2,h3,button,label,input,a{font-family:'Source Sans','PingFang TC','Microsoft JhengHei',"
    "'Noto Sans CJK TC','Noto Sans TC',sans-serif}"
)


def theme() -> Theme:
    """ "light" or "dark", as the reader's screen shows it."""
    return "dark" if st.context.theme.type == "dark" else "light"


def apply_style(language: str) -> None:
    """Lays the sheet and the colours of the theme under the page."""
    fonts = TAIWAN_FONTS if language == "zh-Hant" else ""
    st.html(f"<style>:root{{{_variables()}}}{fonts}{_sheet()}</style>")


def _variables() -> str:
    return ";".join(f"--{name}:{getattr(COLOURS[theme()], name)}" for name in VARIABLES)


@st.cache_resource
def _sheet() -> str:
    return SHEET.read_text("utf-8")
