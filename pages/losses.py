"""Losses: the reference. A map of who becomes whom, a list to choose from, and everything about one loss."""

import streamlit as st

from lossviz.ui import language, layout, reference

t = language.current()
slots = layout.wide_slots()
layout.say_title(slots.title, t("losses.title"), t("losses.sentence"))
with slots.actions:
    language.switch(t)
entry, refusals = reference.asked(t)
layout.say(slots.banner, refusals, t)
with slots.picture:
    reference.family_map(entry, t)
with st.container(key="reference", horizontal=True, gap="large"):
    with st.container(key="losses_list", width=reference.LIST_WIDTH):
        reference.listed(entry, t)
    with st.container(key="article", width="stretch"):
        reference.article(entry, t)
    with st.container(key="aside", width=reference.ASIDE_WIDTH):
        reference.aside(entry, t)
