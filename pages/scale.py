"""Scale and margin: how sure a softmax is, how large its scale must be, and how low its loss can get."""

import streamlit as st

from lossviz.ui import board, language, layout
from lossviz.ui.boards import scale_told as told
from lossviz.ui.boards.scale import BOARD, hidden

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t, lambda values: told.bounds(values, t), hidden)
layout.say_title(slots.title, t("scale.title"), told.look(values, t))
board.picture(BOARD, values, slots, t, codes=told.CODES)
board.corner(slots, t)
with slots.panel:
    st.divider()
    st.latex(told.rule(values))
    st.latex(told.numbers(values))
    st.latex(told.lower_rule(values))
    with st.container(key="note"):
        st.markdown(t("scale.why.half"))
        st.markdown(t(f"scale.why.{values['below']}"))
        for source in told.papers(values):
            st.markdown(f"[{source.title}]({source.url})")
