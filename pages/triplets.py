"""Triplets: an anchor's rings, what minings take, losses as forces, and torch's module term by term."""

import streamlit as st

from lossviz.ui import board, language, layout
from lossviz.ui.boards.triplets import BOARD, RECORDED, hidden
from lossviz.ui.boards.triplets_told import code, look_at, told
from lossviz.ui.training import recording

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t, hidden=hidden)
layout.say_title(slots.title, t("triplets.title"), t(look_at(values)))
batch = str(values["batch"])
recorded = {"batch": batch, "url": f"lv/tape/{recording(batch).key}"} if batch in RECORDED else None
board.picture(BOARD, values, slots, t, recorded=recorded)
board.corner(slots, t)
with slots.panel:
    st.divider()
    panel = told(values)
    st.latex(panel.formula)
    st.latex(panel.numbers)
    if values["picture"] == "module":
        st.code(code(values), language="python", wrap_lines=True)
    with st.container(key="note"):
        st.markdown(t(panel.line))
        st.markdown(f"[{panel.paper.title}]({panel.paper.url})")
