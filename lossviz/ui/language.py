"""The reader's language: the link, the last choice and the browser enter, a translator leaves."""

from __future__ import annotations

import streamlit as st

from lossviz.params import shown
from lossviz.text import ENGLISH, LANGUAGES, Translator, closest, translator

CHOSEN = "language"
SWITCH = "language_switch"
IN_LINK = "lang"


def current() -> Translator:
    """The translator for this visit; a good `?lang=` in the link wins over the last choice and the browser."""
    linked = st.query_params.get(IN_LINK)
    if linked in LANGUAGES:
        st.session_state[CHOSEN] = linked
    chosen = st.session_state.get(CHOSEN)
    if chosen and linked != chosen:
        st.query_params[IN_LINK] = chosen
    return translator(chosen or closest(st.context.locale))


def refused_in_link() -> str | None:
    """The `?lang=` of the link if no such language exists, cut to be shown."""
    linked = st.query_params.get(IN_LINK, ENGLISH)
    return None if linked in LANGUAGES else shown(linked)


def switch(t: Translator) -> None:
    """The select box in the head of every page."""
    st.session_state[SWITCH] = t.language
    st.selectbox(
        t("control.language"),
        tuple(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        key=SWITCH,
        on_change=_choose,
        label_visibility="collapsed",
        width=132,
    )


def _choose() -> None:
    st.session_state[CHOSEN] = st.session_state[SWITCH]
    st.query_params[IN_LINK] = st.session_state[SWITCH]
