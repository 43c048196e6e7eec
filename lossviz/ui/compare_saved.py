"""Comparisons under names: the bench enters; what this visitor has saved leaves, to open, rename and delete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from lossviz import catalog, limits
from lossviz.params import Refusal, shown
from lossviz.runs import hub
from lossviz.runs.comparisons import Link, Saved
from lossviz.text import Translator
from lossviz.ui.comparing import Bench
from lossviz.ui.desk import who
from lossviz.ui.escape import md
from lossviz.web.visitor import NOBODY

PLACE = "saved"
NAME, SUGGESTED, RENAMED = "keep.name", "keep.suggested", "keep.renamed"


@dataclass
class Mine:
    """saved: what this visitor has saved, None before it was read. said, refused: what became of the last press.
    renaming: the name that is being changed. deleted: the one that can come back."""

    saved: Saved | None = None
    said: str = ""
    refused: Refusal | None = None
    renaming: str | None = None
    deleted: tuple[str, Link] | None = None

    def change(self, change: Callable[[], Saved], said: str = "") -> bool:
        """Lets something be done to what is saved; whether it was."""
        self.said, self.refused, self.deleted = "", None, None
        try:
            self.saved = change()
        except Refusal as refusal:
            self.refused = refusal
            return False
        self.said, self.renaming = said, None
        return True


def _mine() -> Mine:
    if PLACE not in st.session_state:
        st.session_state[PLACE] = Mine()
    found: Mine = st.session_state[PLACE]
    return found


def names(bench: Bench, t: Translator) -> None:
    """A name to save the comparison under, and every one that this visitor has saved."""
    visitor, mine = who(), _mine()
    if visitor == NOBODY:
        st.caption(t("keep.nobody"))
        return
    if mine.saved is None:
        mine.saved = hub().store.comparisons.of(visitor)
    _suggest(bench, t)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(t("keep.name"), key=NAME)
        st.button(t("keep.save"), key="keep.save", on_click=_save, args=(bench, mine, t))
    _say(mine, t)
    for at, name in enumerate(reversed(mine.saved)):
        _row(bench, mine, at, name, t)
    if mine.saved:
        st.caption(t("keep.private"))


def _suggest(bench: Bench, t: Translator) -> None:
    """The losses' names, until a person writes another name."""
    losses = dict.fromkeys(t.name(catalog.losses()[side["loss"]].name) for side in bench.comparison.sides)
    name = shown(", ".join(losses), limits.LONGEST_NAME)
    if st.session_state.get(SUGGESTED) != name:
        st.session_state[SUGGESTED] = st.session_state[NAME] = name


def _say(mine: Mine, t: Translator) -> None:
    if mine.refused is not None:
        st.warning(md(t(mine.refused.code, **mine.refused.fields)), icon=":material/warning:")
    if mine.said:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(md(mine.said), width="content")
            if mine.deleted is not None:
                st.button(t("keep.undo"), key="keep.undo", type="tertiary", icon=":material/undo:",
                          on_click=_undo, args=(mine,))  # fmt: skip


def _row(bench: Bench, mine: Mine, at: int, name: str, t: Translator) -> None:
    with st.container(key=f"saved_{at}", horizontal=True, vertical_alignment="center", gap="small"):
        if mine.renaming == name:
            st.text_input(t("control.rename"), key=RENAMED, label_visibility="collapsed")
            st.button(t("keep.save"), key="keep.rename", on_click=_rename, args=(mine, name))
            st.button(t("control.cancel"), key="keep.cancel", type="tertiary", on_click=_begin, args=(mine, None))
            return
        link = (mine.saved or {})[name]
        here = dict(link) == bench.link()
        st.button(md(name), key=f"open_{at}", type="tertiary", help=t("keep.open"), width="stretch",
                  icon=":material/check:" if here else None, on_click=bench.open, args=(link,))  # fmt: skip
        st.button(t("control.rename"), key=f"rename_{at}", type="tertiary", on_click=_begin, args=(mine, name))
        st.button(t("control.delete"), key=f"delete_{at}", type="tertiary", on_click=_delete, args=(mine, name, t))


def _save(bench: Bench, mine: Mine, t: Translator) -> None:
    name = st.session_state[NAME]
    mine.change(partial(hub().store.comparisons.save, who(), name, bench.link()), t("keep.saved", name=name.strip()))


def _begin(mine: Mine, name: str | None) -> None:
    """Begins to rename, or leaves it."""
    mine.renaming, mine.refused, mine.said = name, None, ""
    st.session_state[RENAMED] = name or ""


def _rename(mine: Mine, name: str) -> None:
    mine.change(partial(hub().store.comparisons.rename, who(), name, st.session_state[RENAMED]))


def _delete(mine: Mine, name: str, t: Translator) -> None:
    link = (mine.saved or {}).get(name, {})
    if mine.change(partial(hub().store.comparisons.remove, who(), name), t("keep.deleted", name=name)):
        mine.deleted = (name, link)


def _undo(mine: Mine) -> None:
    if mine.deleted is not None:
        mine.change(partial(hub().store.comparisons.save, who(), *mine.deleted))
