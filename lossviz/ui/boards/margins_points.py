"""The combined margins that a paper compares, as buttons: a press puts its (m₁, m₂, m₃) into the address bar."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui import address, board
from lossviz.ui.boards.margins import BOARD, POINTS


def points(values: Mapping[str, Knob], t: Translator) -> None:
    """The buttons, while the combined margin is chosen."""
    if values["loss"] != "combined_margin":
        return
    st.caption(t("margins.points"))
    with st.container(key="margins_points", horizontal=True, gap="small"):
        for name, margins in POINTS.items():
            written = ", ".join(f"{margin:g}" for margin in margins)
            st.button(name, key=f"margins_{name}", help=f"({written})", on_click=_take, args=(dict(values), margins))


def _take(values: dict[str, Knob], margins: tuple[float, float, float]) -> None:
    address.put(board.written(BOARD, values | dict(zip(("m1", "m2", "m3"), margins, strict=True))))
