"""Unified loss: one formula over two sets of similarities, and the losses that it becomes."""

import streamlit as st

from lossviz.ui import board, language, layout
from lossviz.ui.boards.unified import BOARD, hidden, sentence
from lossviz.ui.boards.unified_note import note, presets

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t, hidden=hidden)
layout.say_title(slots.title, t("unified.title"), t(sentence(values)))
board.picture(BOARD, values, slots, t)
board.corner(slots, t)
with slots.panel:
    presets(values, t)
    st.divider()
    note(values, t)
