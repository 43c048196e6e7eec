"""The compare page's right corner: the runs in the picture enter; their state, the link and a page to keep leave."""

from __future__ import annotations

from functools import partial

import streamlit as st

from lossviz.runs import hub
from lossviz.text import Translator
from lossviz.ui import language, standalone
from lossviz.ui.compare import panels, sentence, state_words, title, together
from lossviz.ui.comparing import Bench, Seen
from lossviz.ui.corner import LOOK_AGAIN_SECONDS, copy_link
from lossviz.ui.stage import handed


def head_corner(bench: Bench, seen: list[Seen], t: Translator) -> None:
    """State of the runs, language switch, and the link to copy."""
    again = LOOK_AGAIN_SECONDS if any(one.run.live for one in seen) else None
    st.fragment(_state, run_every=again)(bench, states(seen), t)
    language.switch(t)
    with copy_link(t):
        _take_away(bench, seen, t)


def _take_away(bench: Bench, seen: list[Seen], t: Translator) -> None:
    """The comparison as one page that plays without a network; made when the button is pressed."""
    st.download_button(
        t("control.download_html"),
        partial(_standalone, bench, seen, t),
        file_name="lossviz-compare.html",
        mime="application/octet-stream",  # HTML would be taken for the app's own page
        icon=":material/download:",
        key="take_away",
        disabled=any(one.run.live for one in seen),
        on_click="ignore",
    )


def _standalone(bench: Bench, seen: list[Seen], t: Translator) -> bytes:
    shown = panels(bench, seen, t)
    digests = {str(one.run.header["pack"]) for one in seen}
    return standalone.page(
        title=title(bench, t),
        sentence=sentence(bench, t),
        data=handed(shown, t=t, together=together(bench)),
        tapes={str(panel.tape_url): b"".join(one.run.records) for panel, one in zip(shown, seen, strict=True)},
        packs={digest: pack for digest in digests if (pack := hub().pack(digest))},
        language=t.language,
    )


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
