"""Embeddings that a visitor has brought, in the picture: their id enters; title, stage, legend and corner leave."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lossviz import own
from lossviz.frame import Tape
from lossviz.text import Translator
from lossviz.ui import language, layout
from lossviz.ui.corner import copy_link
from lossviz.ui.desk import Desk
from lossviz.ui.findings import refusal_text
from lossviz.ui.layout import Finding, Slots
from lossviz.ui.picture import legend_of
from lossviz.ui.stage import Panel, stage

DRAWN = 3


def draw(desk: Desk, slots: Slots, t: Translator) -> bool:
    """Draws the desk's own points in the place of a run; False, and nothing is drawn, where there are none."""
    found = own.tape(desk.points) if desk.points else None
    if desk.points is None or found is None:
        desk.points = None
        return False
    header = Tape.from_bytes(found).header
    file = header["own"]["file"]
    layout.say_title(slots.title, t("own.points_title", file=file), _look_at(header["own"], t))
    layout.say(slots.banner, [Finding("info", refusal_text(refusal, desk, t)) for refusal in desk.refusals], t)
    with slots.picture:
        stage([Panel(title=file, key=header["key"], tape_url=f"lv/own/{desk.points}")], key="stage", t=t)
        if names := legend_of(header["classes"], t):
            st.caption(names)
    with slots.actions:
        st.markdown(f":material/scatter_plot: {t('own.shown', n=header['own']['points'])}")
        language.switch(t)
        copy_link(t)
    return True


def way_back(desk: Desk, t: Translator) -> None:
    """The button that brings the run back into the picture, while own points are there; its place is always kept."""
    with st.container(key="own_back_place"):
        if not desk.points:
            return
        st.button(t("own.back"), icon=":material/arrow_back:", key="own_back", on_click=_leave, args=(desk,))


def _look_at(told: dict[str, Any], t: Translator) -> str:
    return t("own.look_at") if told["dim"] <= DRAWN else t("own.look_at_projected", dim=told["dim"])


def _leave(desk: Desk) -> None:
    desk.points = None
