"""The start page: four recorded runs play side by side, then the losses that one can train."""

import streamlit as st

from lossviz.ui import home, language, layout
from lossviz.ui.stage import stage

t = language.current()
slots = layout.wide_slots()
layout.say_title(slots.title, t("home.title"), t("home.sentence"))
with slots.actions:
    language.switch(t)
    home.train_button(t)
layout.say(slots.banner, [], t)
with slots.picture:
    stage(home.panels(t), key="replay", t=t, compact=True)
    st.caption(t("home.same"))
home.cards(t)
