"""Imbalance: one margin for all classes beside margins by class size, and how rare classes fare with each."""

import streamlit as st

from lossviz.ui import board, compare, compare_corner, imbalance_page, language, layout, rows
from lossviz.ui.boards import imbalance as settings
from lossviz.ui.stage import stage

t = language.current()
slots = layout.slots()
values = board.settings(settings.BOARD, slots, t, lambda now: imbalance_page.bounds(now, t), hidden=settings.hidden)
here = rows.row("imbalance", settings.comparison(values), settings.comparison(settings.BOARD.defaults))
seen = here.seen()
known = imbalance_page.answers(seen)
layout.say_title(slots.title, t("imbalance.title"), imbalance_page.sentence(values, t))
with slots.picture:
    stage(imbalance_page.panels(here, seen, t), key="imbalance_stage", t=t)
    with st.container(key="imbalance_asked"):
        imbalance_page.ask(seen, known, t)
board.picture(settings.BOARD, values, slots, t, **imbalance_page.given(seen, known, t))
layout.say(slots.banner, compare.findings(here, t), t)
with slots.actions:
    compare_corner.head_corner(here, seen, t)
with slots.panel:
    imbalance_page.panel(here, values, t)
