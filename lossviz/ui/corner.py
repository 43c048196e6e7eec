"""The head's right corner: the run in the picture enters; its state in words, the language and the link leave."""

from __future__ import annotations

import time
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lossviz.runs import hub, on_cluster
from lossviz.runs.run import Run
from lossviz.text import Translator
from lossviz.ui import language
from lossviz.ui.desk import Desk
from lossviz.ui.training import Shown, told_of

LOOK_AGAIN_SECONDS, LOOK_AT_CLUSTER_SECONDS = 1.0, 5.0
MEASURED = "speed_measured"


def head_corner(desk: Desk, picture: Shown, t: Translator) -> None:
    """State of the run, language switch, and the link to copy."""
    quiet = LOOK_AT_CLUSTER_SECONDS if on_cluster() else None
    again = LOOK_AGAIN_SECONDS if picture.run.live else quiet
    st.fragment(_state, run_every=again)(desk, picture.run.key, picture.told, hub().trouble, t)
    language.switch(t)
    copy_link(t)


def copy_link(t: Translator) -> DeltaGenerator:
    """The address of this page as it is now; where it lies, for what else is to be taken along."""
    with st.container(key="copy_link", width="content"):
        box = st.popover(t("train.copy_link"), icon=":material/link:")
    with box:
        st.caption(t("train.link_help"))
        st.code(_link(), language=None, wrap_lines=True)
    return box


def _link() -> str:
    """This page's address with the settings as they are now."""
    return f"{(st.context.url or '').split('?')[0]}?{urlencode(st.query_params.to_dict())}"


def _state(desk: Desk, key: str, drawn: tuple[str, ...], trouble: str | None, t: Translator) -> None:
    """One line; the whole page is drawn anew when the run, or the cluster, has come to another state or finding."""
    run = hub().run(key)
    if run is None or told_of(run) != drawn or hub().trouble != trouble:
        st.rerun()
    icon, words = state_words(run, t, own=run.key == desk.started)
    st.markdown(f":material/{icon}: {words}")


def state_words(run: Run, t: Translator, *, own: bool = False) -> tuple[str, str]:
    """The icon and the words of a run's state; `own`: one that was started on this visit."""
    step, seed = run.step, run.recipe.seed
    match run.state:
        case "queued":
            if hub().health()["state"] != "ready":
                return "hourglass_top", t("train.no_workers")
            place = hub().place(run.key)
            ahead, seconds = (place.position - 1, place.seconds) if place else (0, 0)
            return "hourglass_top", t("train.waiting", ahead=ahead, seconds=seconds)
        case "running":
            return "radio_button_checked", _live(run, t)
        case "paused":
            return "pause", t("train.paused", step=step)
        case "finished":
            return ("check", t("train.finished", seed=seed)) if own else ("history", t("train.recorded", seed=seed))
        case "failed":
            return "error", t("train.failed_state", step=step)
        case "interrupted":
            return "history", t("train.interrupted", step=step, seed=seed)
        case _:
            return "stop", t("train.stopped", step=step, seed=seed)


def _live(run: Run, t: Translator) -> str:
    """Digits a second between this look and the one before."""
    now, step = time.monotonic(), int(run.last.get("step", 0))
    key, before, then = st.session_state.get(MEASURED, ("", 0, now))
    st.session_state[MEASURED] = (run.key, step, now)
    if key != run.key or now - then < LOOK_AGAIN_SECONDS / 2 or step <= before:
        return t("train.starting")
    speed = (step - before) * run.recipe.batch_size / (now - then)
    return t("train.live", speed=f"{round(speed, -2):,.0f}")
