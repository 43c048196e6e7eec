"""Margins: two classes, the boundary that each loss draws between them, and the gap that it asks for."""

import streamlit as st

from lossviz.ui import board, language, layout
from lossviz.ui.boards import margins_told as told
from lossviz.ui.boards.margins import BOARD, hidden
from lossviz.ui.boards.margins_points import points

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t, lambda values: told.bounds(values, t), hidden)
layout.say_title(slots.title, t("margins.title"), told.look(values, t))
board.picture(BOARD, values, slots, t)
board.corner(slots, t)
with slots.panel:
    points(values, t)
    st.divider()
    st.latex(told.rule(values))
    st.latex(told.numbers(values))
    with st.container(key="note"):
        st.markdown(t(f"margins.why.{values['loss']}"))
        st.markdown(f"[{told.paper(values).title}]({told.paper(values).url})")
