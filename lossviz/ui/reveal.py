"""A part of the page that a click has changed out of sight: its key enters, a narrow page scrolls to it."""

from __future__ import annotations

import streamlit as st

from lossviz.ui.component import mounting

CLICKS = "reveal_clicks"


_mount = mounting("reveal", js="reveal.js")


def clicked() -> None:
    """Something was chosen, so the part that tells of it should come into sight."""
    st.session_state[CLICKS] = st.session_state.get(CLICKS, 0) + 1


def reveal(part: str) -> None:
    """Where the page stands one part above the other, scrolls to the container of this key after each `clicked`."""
    with st.container(key="reveal"):
        _mount(key="revealer", data={"part": part, "times": st.session_state.get(CLICKS, 0)})
