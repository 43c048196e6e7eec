"""The panel beside the picture: the desk enters, controls, formula and paper leave."""

from __future__ import annotations

import streamlit as st

from lossviz import catalog
from lossviz.text import Translator
from lossviz.ui import controls, training
from lossviz.ui.desk import Desk
from lossviz.ui.findings import bound_of, knob_numbers, room_hint
from lossviz.ui.knobs import knobs


def draw(desk: Desk, t: Translator) -> None:
    """Loss, its knobs, the buttons, the folded settings, then formula and paper."""
    controls.loss_choice(desk, t)
    _knobs(desk, t)
    _buttons(desk, t)
    controls.more(desk, t)
    st.divider()
    _formula(desk, t)


def _knobs(desk: Desk, t: Translator) -> None:
    entry = catalog.losses()[desk.recipe.loss]
    bound = bound_of(desk.recipe)
    margin = entry.margin[0] if entry.margin else None
    bounds = {} if bound is None or margin is None else {margin: (bound, room_hint(desk.recipe, t))}
    set_now = knobs(entry.params, dict(desk.recipe.knobs), owner=entry.name, bounds=bounds, key="knobs", t=t)
    if set_now != dict(desk.recipe.knobs):
        desk.change(**set_now)


def _buttons(desk: Desk, t: Translator) -> None:
    run = training.shown(desk).run
    live = run is not None and run.live and run.key == desk.watching
    with st.container(key="buttons", horizontal=True):
        if live and run is not None:
            _while_live(desk, run.key, run.state, t)
        else:
            seed = training.next_seed(desk.recipe)
            st.button(
                t("train.train_seed", seed=seed),
                type="primary",
                icon=":material/model_training:",
                key="train",
                on_click=training.train,
                args=(desk, seed),
            )
        st.button(
            t("control.defaults"), icon=":material/restart_alt:", key="defaults", on_click=desk.restore_defaults
        )


def _while_live(desk: Desk, key: str, state: str, t: Translator) -> None:
    queued = state == "queued"
    label = t("train.leave_queue") if queued else t("control.stop")
    st.button(label, type="primary", icon=":material/stop:", key="stop", on_click=training.stop, args=(desk, key))
    if queued:
        return
    if state == "paused":
        st.button(t("train.resume"), icon=":material/play_arrow:", key="resume", on_click=training.resume, args=(desk, key))
        st.button(t("train.step"), icon=":material/skip_next:", key="step", on_click=training.step, args=(desk, key))
    else:
        st.button(t("train.pause"), icon=":material/pause:", key="pause", on_click=training.pause, args=(desk, key))


def _formula(desk: Desk, t: Translator) -> None:
    entry = catalog.losses()[desk.recipe.loss]
    st.latex(entry.formula)
    numbers = knob_numbers(desk.recipe)
    if entry.numbers:
        st.markdown(t("train.with_numbers"))
        st.latex(_filled(entry.numbers, numbers))
    with st.container(key="note"):
        if entry.live.adaptation and _adapted(desk):
            st.markdown(t("train.adapted", adaptation=entry.live.adaptation))
            st.button(t("train.published"), type="tertiary", key="published", on_click=desk.publish)
        st.markdown(f"[{entry.paper.title}]({entry.paper.url})" if entry.paper.url else entry.paper.title)


def _filled(template: str, numbers: dict[str, str]) -> str:
    """LaTeX braces stay; only {knob} holes of this loss are filled."""
    for name, value in numbers.items():
        template = template.replace("{" + name + "}", value)
    return template


def _adapted(desk: Desk) -> bool:
    entry = catalog.losses()[desk.recipe.loss]
    published = {p.name: p.default for p in entry.params}
    return any(desk.recipe.knobs[name] != published[name] for name in entry.live.knobs)
