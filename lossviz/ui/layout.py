"""The frame that every page shares: head, one banner, picture and panel, as slots that always exist.

A slot that appeared only sometimes would remount the stage below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lossviz.text import LANGUAGES, Translator
from lossviz.ui import language
from lossviz.ui.escape import md

Kind = Literal["error", "warning", "info"]
GRAVITY: dict[Kind, int] = {"error": 0, "warning": 1, "info": 2}
SHOW: dict[Kind, tuple[str, str]] = {
    "error": ("error", ":material/error:"),
    "warning": ("warning", ":material/warning:"),
    "info": ("info", ":material/info:"),
}
PANEL_WIDTH = 320


@dataclass(frozen=True)
class Finding:
    """One thing to tell in the banner: Markdown text and how grave it is."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Slots:
    """Where a page puts what: the sentence under the title, the head's right corner, banner, picture, panel."""

    title: DeltaGenerator
    actions: DeltaGenerator
    banner: DeltaGenerator
    picture: DeltaGenerator
    panel: DeltaGenerator


def slots() -> Slots:
    """Head, banner, picture with the panel at its right; a phone stacks them in this order."""
    title, actions, banner = _top()
    with st.container(key="body", horizontal=True, gap="medium"):
        picture = st.container(key="pic", width="stretch")
        panel = st.container(key="panel", width=PANEL_WIDTH)
    return Slots(title, actions, banner, picture, panel)


def wide_slots() -> Slots:
    """Head, banner and a picture over the whole width; the panel comes below it."""
    title, actions, banner = _top()
    return Slots(title, actions, banner, st.container(key="pic"), st.container(key="below"))


def _top() -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    with st.container(key="head", horizontal=True, vertical_alignment="bottom"):
        title = st.container(width="stretch")
        actions = st.container(
            key="actions",
            horizontal=True,
            wrap=False,
            vertical_alignment="center",
            horizontal_alignment="right",
            width="content",
        )
    return title, actions, st.container(key="banner")


def say_title(slot: DeltaGenerator, title: str, sentence: str) -> None:
    """The title and, under it, the sentence that says what to look at."""
    with slot:
        st.title(md(title), anchor=False)
        st.markdown(sentence)


def say(slot: DeltaGenerator, findings: list[Finding], t: Translator) -> None:
    """The gravest finding as a banner; the others behind "2 more"."""
    ordered = sorted(findings, key=lambda finding: GRAVITY[finding.kind])
    wrong = language.refused_in_link()
    if wrong is not None:
        choices = ", ".join(LANGUAGES)
        refusal = t("refuse.choice", owner="Recipe", knob="language", choices=choices, value=wrong)
        ordered.append(Finding("info", md(refusal)))
    if not ordered:
        return
    with slot:
        _banner(ordered[0])
        if ordered[1:]:
            with st.expander(t("train.more_findings", n=len(ordered) - 1)):
                for finding in ordered[1:]:
                    _banner(finding)


def _banner(finding: Finding) -> None:
    box, icon = SHOW[finding.kind]
    getattr(st, box)(finding.text, icon=icon)
