"""Noise: losses trained with wrong labels side by side, and how sub-centres find those labels."""

import streamlit as st

from lossviz.ui import board, compare, compare_corner, language, layout, noise_page, rows
from lossviz.ui.boards import noise as settings
from lossviz.ui.stage import stage

t = language.current()
slots = layout.slots()
values = board.settings(settings.BOARD, slots, t, lambda now: noise_page.bounds(now, t), rests=noise_page.rests)
here = noise_page.row(values)
found = noise_page.look(here, values, t)
seen = here.seen()
layout.say_title(slots.title, t("noise.title"), noise_page.sentence(found, t))
with slots.picture:
    stage(rows.panels(here, seen, t), key="noise_stage", t=t)
    with st.container(key="noise_asked"):
        noise_page.ask(found, t)
board.picture(settings.BOARD, values, slots, t, **noise_page.given(seen, found, t))
layout.say(slots.banner, compare.findings(here, t), t)
with slots.actions:
    compare_corner.head_corner(here, seen, t)
with slots.panel:
    noise_page.panel(here, found, values, t)
