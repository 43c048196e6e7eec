"""What can be kept of a comparison: the bench and its runs enter; a saved name, or a file to take along, leaves."""

from __future__ import annotations

from functools import partial

import streamlit as st

from lossviz.runs import hub
from lossviz.text import Translator
from lossviz.ui import compare_saved, standalone
from lossviz.ui.compare import panels, sentence, title, together
from lossviz.ui.comparing import Bench, Seen
from lossviz.ui.stage import Take, handed

WISH, WISHES = "keep.wish", "keep.wishes"


def keep(bench: Bench, t: Translator) -> None:
    """Folded: what this visitor has saved, and the files as which the comparison can be taken along."""
    with st.popover(t("keep.title"), icon=":material/bookmark:"):
        compare_saved.names(bench, t)
        st.divider()
        st.caption(t("keep.export"))
        _files(bench, bench.seen(), t)


def wish() -> Take | None:
    """What the stage is to draw; told once, so that a stage mounted later does not draw it again."""
    wished: Take | None = st.session_state.pop(WISH, None)
    return wished


def _files(bench: Bench, seen: list[Seen], t: Translator) -> None:
    live = any(one.run.live for one in seen)
    for kind, icon in (("gif", "animation"), ("slides", "photo_library")):
        st.button(t(f"keep.{kind}"), key=f"keep.{kind}", icon=f":material/{icon}:", disabled=live, width="stretch",
                  on_click=_take, args=(kind,))  # fmt: skip
    st.download_button(
        t("control.download_html"),
        partial(_standalone, bench, seen, t),
        file_name=f"{file_stem(seen)}.html",
        mime="application/octet-stream",  # HTML would be taken for the app's own page
        icon=":material/download:",
        key="take_away",
        disabled=live,
        on_click="ignore",
        width="stretch",
    )


def _take(kind: str) -> None:
    st.session_state[WISHES] = st.session_state.get(WISHES, 0) + 1
    st.session_state[WISH] = Take(kind=kind, nth=st.session_state[WISHES])


def file_stem(seen: list[Seen]) -> str:
    """ "lossviz-softmax-arcface-seed0": what a file is called, as in `js/save.js`."""
    return "-".join(["lossviz", *(one.run.recipe.loss for one in seen), f"seed{seen[0].run.recipe.seed}"])


def _standalone(bench: Bench, seen: list[Seen], t: Translator) -> bytes:
    drawn = panels(bench, seen, t)
    digests = {str(one.run.header["pack"]) for one in seen}
    return standalone.page(
        title=title(bench, t),
        sentence=sentence(bench, t),
        data=handed(drawn, t=t, together=together(bench)),
        tapes={str(panel.tape_url): b"".join(one.run.records) for panel, one in zip(drawn, seen, strict=True)},
        packs={digest: pack for digest in digests if (pack := hub().pack(digest))},
        language=t.language,
    )
