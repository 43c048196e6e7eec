"""The panel beside the picture: the desk enters, controls, formula and paper leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import streamlit as st

from lossviz import catalog
from lossviz.catalog.comparison import link_of
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.text import Translator
from lossviz.ui import bringing, controls, downloading, editing, formula, pad, points, room, training
from lossviz.ui.boards.circle_runs import MOST_DIMENSIONS
from lossviz.ui.desk import Desk
from lossviz.ui.knobs import knobs
from lossviz.ui.language import IN_LINK
from lossviz.ui.places import CIRCLE, COMPARE
from lossviz.ui.training import Shown


def draw(desk: Desk, t: Translator) -> None:
    """Loss, its knobs, the dimension, the buttons, the folded settings, then formula and paper."""
    points.way_back(desk, t)
    controls.loss_choice(desk, t)
    _knobs(desk, t)
    controls.dimension(desk, t)
    _buttons(desk, t)
    if not desk.points:
        pad.draw(desk, training.shown(desk), t)
    controls.more(desk, t)
    bringing.draw(desk, t)
    editing.draw(desk, t)
    st.divider()
    _formula(desk, t)


def _knobs(desk: Desk, t: Translator) -> None:
    entry = catalog.losses()[desk.recipe.loss]
    bounds = room.hints(desk.recipe, t)
    set_now = knobs(entry.params, dict(desk.recipe.knobs), owner=entry.name, bounds=bounds, key="knobs", t=t)
    if set_now != dict(desk.recipe.knobs):
        desk.change(**set_now)


def _buttons(desk: Desk, t: Translator) -> None:
    picture = training.shown(desk)
    if not picture.run.live and downloading.lacking(desk.recipe):
        downloading.draw(desk, t)
        return
    with st.container(key="buttons", horizontal=True):
        if picture.run.live:
            _while_live(desk, picture, t)
        else:
            _start(desk, picture, t)
        _fork(desk, picture, t)
    st.caption("" if picture.same else t("train.changed"))


def _start(desk: Desk, picture: Shown, t: Translator) -> None:
    step = hub().revivable(picture.run)
    if step is not None:
        _act(t("train.resume_from", step=step), "resume_run", "play_arrow", training.revive, desk, picture.run.key)
    if picture.same and picture.run.state != "finished":
        label, key = t("train.start_again"), picture.run.key
        _act(label, "train", "model_training", training.again, desk, key, primary=step is None)
    else:
        _train(desk, t, primary=step is None)
    if picture.same and picture.run.state == "finished":
        _same_start(desk, picture, t)
    if not desk.recipe.edits:
        _stepwise(desk, picture, t)
    if picture.same and downloading.unreadable(picture.run):
        downloading.offer(desk.recipe.data, t)
    if picture.same and picture.run.state == "failed" and desk.recipe.data != downloading.BUILT_IN:
        downloading.use_built_in(desk, t)
    st.button(t("control.defaults"), icon=":material/restart_alt:", key="defaults", on_click=desk.restore_defaults)


def _same_start(desk: Desk, picture: Shown, t: Translator) -> None:
    label, tip = t("steps.same_start"), t("steps.same_start_help")
    act, given = training.anew, (desk, picture.run.key)
    st.button(label, icon=":material/replay:", key="same_start", help=tip, on_click=act, args=given)


def _stepwise(desk: Desk, picture: Shown, t: Translator) -> None:
    recipe = picture.run.recipe if picture.same else desk.recipe
    label, tip = t("steps.stepwise"), t("steps.stepwise_help")
    act, given = training.hold, (desk, recipe)
    st.button(label, icon=":material/skip_next:", key="stepwise", help=tip, on_click=act, args=given)


def _train(desk: Desk, t: Translator, *, primary: bool) -> None:
    seed = training.next_seed(desk.recipe)
    label = t("train.train_seed", seed=seed)
    _act(label, "train", "model_training", training.train, desk, seed, primary=primary)


def _fork(desk: Desk, picture: Shown, t: Translator) -> None:
    run = None if picture.same else training.forkable(desk, picture)
    if run is not None:
        _act(t("train.fork"), "fork", "alt_route", training.fork, desk, run.key, primary=False)


def _act(
    label: str, key: str, icon: str, act: Callable[[Desk, Any], None], desk: Desk, what: Any, *, primary: bool = True
) -> None:
    kind: Literal["primary", "secondary"] = "primary" if primary else "secondary"
    st.button(label, type=kind, icon=f":material/{icon}:", key=key, on_click=act, args=(desk, what))


def _while_live(desk: Desk, picture: Shown, t: Translator) -> None:
    """Leave or stop; hold training, or let it go on by a step or altogether; begin anew with other settings."""
    run = picture.run
    label = t("train.leave_queue") if run.state == "queued" else t("control.stop")
    wishes = {
        "running": [("pause", "pause", training.pause)],
        "paused": [("resume", "play_arrow", training.resume), ("step", "skip_next", training.step)],
    }
    st.button(label, type="primary", icon=":material/stop:", key="stop", on_click=training.stop, args=(desk, run.key))
    for name, icon, act in wishes.get(run.state, []):
        st.button(t(f"train.{name}"), icon=f":material/{icon}:", key=name, on_click=act, args=(desk, run.key))
    if picture.same and run.frames:
        _same_start(desk, picture, t)
    if not picture.same and not downloading.lacking(desk.recipe):
        _train(desk, t, primary=False)


def _formula(desk: Desk, t: Translator) -> None:
    entry = catalog.losses()[desk.recipe.loss]
    st.latex(entry.formula)
    if numbers := formula.in_sight(desk.recipe):
        st.markdown(t("train.with_numbers", numbers=numbers))
    if filled := formula.filled(desk.recipe):
        st.latex(filled)
    with st.container(key="note"):
        _form(desk, t)
        st.markdown(f"[{entry.paper.title}]({entry.paper.url})" if entry.paper.url else entry.paper.title)
        link = {**link_of(desk.recipe), IN_LINK: t.language}
        st.page_link(COMPARE, label=t("control.compare_it"), icon=":material/compare:", query_params=link)
        run = training.shown(desk).drawn
        if run.recipe.dim <= MOST_DIMENSIONS:
            link = {"view": "run", "run": run.key, IN_LINK: t.language}
            st.page_link(CIRCLE, label=t("train.pairs"), icon=":material/scatter_plot:", query_params=link)


def _form(desk: Desk, t: Translator) -> None:
    """How far the form of the controls is from the published one; of the published one, what it does in the plane."""
    entry = catalog.losses()[desk.recipe.loss]
    if _published(desk.recipe):
        if entry.in_the_plane and desk.recipe.dim == 2:
            st.markdown(t.name(entry.in_the_plane))
    elif entry.live.adaptation:
        if _adapted(desk.recipe):
            code = "train.adapted" if desk.recipe.dim == 2 else "train.adapted_beyond"
            st.markdown(t(code, adaptation=entry.live.adaptation))
        st.button(t("train.published"), type="tertiary", key="published", on_click=desk.publish)


def _published(recipe: Recipe) -> bool:
    entry = catalog.losses()[recipe.loss]
    published = {p.name: p.default for p in entry.params}
    return all(recipe.knobs[name] == published[name] for name in entry.live.knobs)


def _adapted(recipe: Recipe) -> bool:
    """Whether the folded knobs, of which the adaptation speaks, are those of the live run."""
    entry = catalog.losses()[recipe.loss]
    folded = {p.name for p in entry.params if p.where == "more"} & entry.live.knobs.keys()
    return all(recipe.knobs[name] == entry.live.knobs[name] for name in folded)
