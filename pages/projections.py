"""Projections: one space of many dimensions as PCA, t-SNE and UMAP draw it, with measures of each."""

import streamlit as st

from lossviz.ui import board, language, layout, projections_page
from lossviz.ui.boards.projections import hidden, with_sources
from lossviz.ui.picture import legend_of

t = language.current()
slots = layout.slots()
made = with_sources(projections_page.sources(t))
values = board.settings(made, slots, t, hidden=hidden)
now = projections_page.view(values, t)
layout.say_title(slots.title, t("projections.title"), projections_page.sentence(now, t))
layout.say(slots.banner, now.findings, t)
board.picture(made, values, slots, t, **projections_page.given(now, t))
with slots.picture:
    if names := legend_of(now.shown.classes, t):
        st.caption(names)
board.corner(slots, t)
with slots.panel:
    projections_page.panel(now, t)
