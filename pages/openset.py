"""Open set: digits left out of training, where they fall, and whether pairs of them can be told apart."""

import streamlit as st

from lossviz.ui import board, compare, compare_corner, language, layout, openset_page, rows
from lossviz.ui.boards import openset as settings
from lossviz.ui.picture import legend
from lossviz.ui.stage import stage

t = language.current()
slots = layout.slots()
made = openset_page.made()
with slots.panel:
    openset_page.choose(made, t)
values = board.settings(made, slots, t)
here = rows.row("openset", settings.comparison(values), settings.comparison(settings.BOARD.defaults))
seen = here.seen()
runs = openset_page.measured(seen, values, t)
layout.say_title(slots.title, t("openset.title"), openset_page.sentence(values, t))
with slots.picture:
    stage(rows.panels(here, seen, t), key="openset_stage", t=t)
    st.caption(legend(seen[0].run.recipe, t))
    with st.container(key="openset_asked"):
        openset_page.ask(runs, values, t)
board.picture(made, values, slots, t, **openset_page.given(runs, values))
layout.say(slots.banner, [*compare.findings(here, t), *openset_page.refused(t)], t)
with slots.actions:
    compare_corner.head_corner(here, seen, t)
with slots.panel:
    openset_page.panel(here, runs, values, t)
