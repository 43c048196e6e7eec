"""Circle: straight margins against circle loss, in the plane of one pair's similarities."""

import streamlit as st

from lossviz.ui import board, language, layout
from lossviz.ui.boards.circle import BOARD

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t)
layout.say_title(slots.title, t("circle.title"), t("circle.sentence"))
board.picture(BOARD, values, slots, t)
board.corner(slots, t)
with slots.panel:
    st.divider()
    st.latex(r"\ell=\log\bigl(1+e^{\gamma(\alpha_n(s_n-m)-\alpha_p(s_p-1+m))}\bigr)")
