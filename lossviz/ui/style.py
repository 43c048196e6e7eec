"""The look beyond Streamlit's theme: the theme's kind and the language enter, style sheets leave."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import streamlit as st

SHEET = Path(__file__).parent / "css" / "lossviz.css"

# The page itself has no --st-* variables (only components do), so Python writes those that the sheet needs.
COLOURS = {
    "light": "--ink:#15181d;--ink2:#474e58;--ink3:#666d78;--line:#dcdfe4;--accent:#3451b2;--bg:#ffffff",
    "dark": "--ink:#e8eaed;--ink2:#b4bac3;--ink3:#949ca6;--line:#30363e;--accent:#516fd0;--bg:#14171b",
}
TAIWAN_FONTS = (
    ":root,p,h1,h2,h3,button,label,input,a{font-family:'Source Sans','PingFang TC','Microsoft JhengHei',"
    "'Noto Sans CJK TC','Noto Sans TC',sans-serif}"
)


def theme() -> Literal["light", "dark"]:
    """ "light" or "dark", as the reader's screen shows it."""
    return "dark" if st.context.theme.type == "dark" else "light"


def apply_style(language: str) -> None:
    """Lays the sheet and the colours of the theme under the page."""
    fonts = TAIWAN_FONTS if language == "zh-Hant" else ""
    st.html(f"<style>:root{{{COLOURS[theme()]}}}{fonts}{_sheet()}</style>")


@st.cache_resource
def _sheet() -> str:
    return SHEET.read_text("utf-8")
