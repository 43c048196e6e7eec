"""A data set that is not here: its id enters; the offer to download it, the progress, and what went wrong leave."""

from __future__ import annotations

import streamlit as st

from lossviz import catalog
from lossviz.recipe import Recipe
from lossviz.runs import Run, hub
from lossviz.text import Translator
from lossviz.ui.controls import Settings
from lossviz.ui.desk import who
from lossviz.ui.escape import md
from lossviz.ui.layout import Finding

BUILT_IN = "mnist5k"
LOOK_AGAIN_SECONDS = 1.0
PATIENCE = 0.3
MEGABYTE = 1e6
UNREADABLE = ("refuse.data_absent", "refuse.data_missing", "refuse.data_damaged")


def lacking(recipe: Recipe) -> bool:
    """Whether the recipe's data are not here, as far as is known."""
    return hub().downloads.of(recipe.data, PATIENCE).stage != "here"


def draw(desk: Settings, t: Translator) -> None:
    """What stands in place of the Train button: the offer, or how far the download is. Polls only while it moves."""
    data, stage = desk.recipe.data, hub().downloads.of(desk.recipe.data).stage
    if stage == "absent":
        st.markdown(t("data.absent", dataset=_name(data)))
        with st.container(key="buttons", horizontal=True):
            offer(data, t, type="primary")
            use_built_in(desk, t)
    else:
        st.fragment(_moving, run_every=LOOK_AGAIN_SECONDS)(data, stage, t)


def offer(data: str, t: Translator, type: str = "secondary") -> None:
    """The button that downloads a set; nothing is fetched before it is pressed."""
    size = catalog.dataset(data).megabytes
    label = t("data.download", dataset=_name(data), megabytes=size)
    st.button(label, type=type, icon=":material/download:", key="download", on_click=_ask, args=(data,))  # type: ignore[arg-type]


def use_built_in(desk: Settings, t: Translator) -> None:
    """The button that takes the digits inside the app instead."""
    label = t("train.use_instead", dataset=_name(BUILT_IN))
    st.button(label, key="built_in", on_click=desk.change, kwargs={"data": BUILT_IN})


def unreadable(run: Run) -> bool:
    """Whether a run failed because its data are missing or damaged."""
    return run.state == "failed" and run.error is not None and run.error[0] in UNREADABLE


def trouble(recipe: Recipe, t: Translator) -> list[Finding]:
    """Why the last download of the recipe's data failed."""
    error = hub().downloads.of(recipe.data).error
    return [] if error is None else [Finding("error", md(t(error[0], **error[1])))]


def _moving(data: str, drawn: str, t: Translator) -> None:
    """A line that moves; the whole page is drawn anew when the set has come to another stage."""
    found = hub().downloads.of(data)
    if found.stage != drawn:
        st.rerun()
    if found.stage == "unknown":
        st.caption(t("data.looking", dataset=_name(data)))
        return
    done, whole = found.done / MEGABYTE, catalog.dataset(data).megabytes
    words = t("data.progress", dataset=_name(data), done=f"{done:.1f}", megabytes=whole)
    st.progress(min(1.0, done / whole), text=words)
    if who() in found.waiting:
        st.button(t("control.cancel"), icon=":material/close:", key="cancel_download", on_click=_leave, args=(data,))
    else:
        st.caption(t("data.shared"))


def _ask(data: str) -> None:
    hub().downloads.ask(data, who())


def _leave(data: str) -> None:
    hub().downloads.leave(data, who())


def _name(data: str) -> str:
    return catalog.dataset(data).name
