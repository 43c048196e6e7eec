"""Own data: a visitor's files enter; a data set in the select box, points in the picture, or one sentence leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lossviz import limits, own
from lossviz.frame import Tape
from lossviz.own import example
from lossviz.pack import zipped
from lossviz.params import Refusal
from lossviz.runs import hub
from lossviz.text import Translator
from lossviz.ui.desk import Desk, who
from lossviz.ui.escape import md

PLACE, FILES = "own", "own.files"

SHEET = (
    ".st-key-own-files [data-testid=stFileUploaderDropzoneInstructions]{display:none}"
    ".st-key-own-files [data-testid=stFileUploaderDropzone] button p{font-size:0}"
    ".st-key-own-files [data-testid=stFileUploaderDropzone] button p::after{content:'%s';font-size:1rem}"
)
"""Streamlit's own words on an uploader are English in every language; ours take their place."""

Said = tuple[str, dict[str, Any]]


@dataclass
class Outcome:
    """What became of the files in the uploader: why they are refused, or what they are and what was done to them."""

    refused: Refusal | None = None
    told: list[Said] = field(default_factory=list)


def draw(desk: Desk, t: Translator) -> None:
    """The folded uploader: what a file must hold, files to try, what became of the last one, and who sees it."""
    with st.expander(t("own.title"), key="own_box"):
        st.markdown(t("own.help", limit=limits.LARGEST_UPLOAD // limits.MB))
        st.file_uploader(
            t("own.choose"), accept_multiple_files=True, key=FILES, on_change=_brought, args=(desk,),
            label_visibility="collapsed",
        )  # fmt: skip
        st.html(f"<style>{SHEET % t('own.browse')}</style>")
        _outcome(t)
        with st.container(key="examples", horizontal=True):
            _example(t("own.example_images"), example.images(), "shapes.npz")
            _example(t("own.example_points"), example.points(), "clouds.csv")
        st.caption(t("own.private"))


def _example(label: str, data: bytes, name: str) -> None:
    st.download_button(label, data, name, type="tertiary", icon=":material/download:", key=name, on_click="ignore")


def _outcome(t: Translator) -> None:
    outcome: Outcome = st.session_state.get(PLACE, Outcome())
    if outcome.refused is not None:
        st.error(md(t(outcome.refused.code, **outcome.refused.fields)), icon=":material/error:")
    if outcome.told:
        st.markdown(" ".join(md(t(code, **fields)) for code, fields in outcome.told))


def _brought(desk: Desk) -> None:
    """Files were chosen or taken away. What a file has become stays when it is taken out of the uploader."""
    files = st.session_state[FILES]
    if not files:
        st.session_state[PLACE] = Outcome()
        return
    try:
        st.session_state[PLACE] = Outcome(told=_taken(files, desk))
    except Refusal as refusal:
        st.session_state[PLACE] = Outcome(refused=refusal)


def _taken(files: Sequence[Any], desk: Desk) -> list[Said]:
    """Checks and keeps the files, and shows them."""
    if len(files) > limits.UPLOADS_PER_PAGE:
        raise Refusal("own.files", n=len(files))
    brought = own.read([(file.name, file.getvalue()) for file in files])
    return _trainable(brought, desk) if isinstance(brought, own.Images) else _drawn(brought, desk)


def _trainable(brought: own.Images, desk: Desk) -> list[Said]:
    id, probes = own.keep_images(brought, who()), len(brought.probe)
    desk.take(id)
    sizes = {"n": len(brought.labels), "train": len(brought.labels) - probes, "probe": probes}
    return [("own.images", {"file": brought.file, "classes": len(brought.classes), **sizes}), *brought.notes]


def _drawn(brought: own.Points, desk: Desk) -> list[Said]:
    tape = own.tape_of(brought)
    id = own.keep_points(tape, who())
    hub().store.keep_pack(str(tape.header["pack"]), zipped(own.pack_of(brought)))
    desk.points = id
    return notes(tape)


def notes(tape: Tape) -> list[Said]:
    """What embeddings are, and what is not all of them."""
    told = tape.header["own"]
    drawn, sizes = told["points"], {"n": told["all"], "classes": len(tape.header["classes"]), "dim": told["dim"]}
    said: list[Said] = [("own.points", {"file": told["file"], **sizes})]
    if drawn < told["all"]:
        said.append(("own.note_sampled", {"n": drawn, "all": told["all"]}))
    if drawn > limits.MOST_MEASURED:
        said.append(("own.note_measured", {"n": limits.MOST_MEASURED}))
    return said
