"""The compare page's right corner: the runs in the picture enter; their state and the link leave."""

from __future__ import annotations

import streamlit as st

from lossviz.text import Translator
from lossviz.ui import language
from lossviz.ui.compare import state_words
from lossviz.ui.comparing import Bench, Seen
from lossviz.ui.corner import LOOK_AGAIN_SECONDS, copy_link


def head_corner(bench: Bench, seen: list[Seen], t: Translator) -> None:
    """State of the runs, language switch, and the link to copy."""
    again = LOOK_AGAIN_SECONDS if any(one.run.live for one in seen) else None
    st.fragment(_state, run_every=again)(bench, states(seen), t)
    language.switch(t)
    copy_link(t)


def states(seen: list[Seen]) -> list[tuple[str, str]]:
    """What the page was drawn for: each run and its state."""
    return [(one.run.key, one.run.state) for one in seen]


def _state(bench: Bench, drawn: list[tuple[str, str]], t: Translator) -> None:
    """One line; the whole page is drawn anew when a run has come to another state."""
    seen = bench.seen()
    if states(seen) != drawn:
        st.rerun()
    icon, words = state_words(bench, seen, t)
    st.markdown(f":material/{icon}: {words}")
