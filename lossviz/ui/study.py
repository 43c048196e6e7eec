"""A question about a trained run on a page: it enters; its answer leaves, and until then how far that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from numpy.typing import NDArray

from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs import Run, hub
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui.desk import who
from lossviz.ui.escape import md

Arrays = Mapping[str, NDArray[Any]]
LOOK_AGAIN_SECONDS = 0.5
GIVEN_UP, REFUSED = "studies.given_up", "studies.refused"


def about(recipe: Recipe, kind: str, version: int = 1, **more: Any) -> Question:
    """A question about the trained run of a recipe, as `lossviz.catalog.studied` asks it for what is shipped."""
    return Question(kind=kind, given={"recipe": recipe.to_json(), **more}, version=version)


def answered(
    question: Question, t: Translator, *, key: str, material: Callable[[], Arrays] = dict, wait: bool = False
) -> Arrays | None:
    """The answer; None while there is none, and then a line that moves, Cancel, or the reason with Try again.

    material: what the worker needs besides, see `weights_of`. `key`: of the widgets. `wait`: nothing is begun before a
    person asks for it with a button.
    """
    found = hub().studies.of(question)
    if found.stage == "done":
        return found.arrays
    error = found.error or _refused().pop(question.digest, None)
    if found.stage == "absent" and not wait and question.digest not in _given_up():
        error = _ask(question, material)
        found = hub().studies.of(question)
    if found.stage == "working":
        st.fragment(_moving, run_every=LOOK_AGAIN_SECONDS)(question, key, t)
        return None
    with st.container(key=f"{key}_asked"):
        if error is not None:
            st.markdown(md(t(error[0], **error[1])))
        label = t("studies.ask") if error is None else t("control.retry")
        st.button(label, icon=":material/play_arrow:", key=f"{key}_ask", on_click=_again, args=(question, material))
    return None


def weights_of(run: Run) -> Callable[[], Arrays]:
    """What a worker needs to look at a trained run. What is given raises Refusal where its weights are gone."""

    def found() -> Arrays:
        kept = hub().looks.keyframes.final(run)
        if kept is None:
            raise Refusal("studies.no_weights")
        return kept

    return found


def _moving(question: Question, key: str, t: Translator) -> None:
    """How far the work is; the whole page is drawn anew when it is over."""
    found = hub().studies.of(question)
    if found.stage != "working":
        st.rerun()
    words = t(found.phase)
    if found.share is None:
        st.caption(words)
    else:
        st.progress(min(1.0, max(0.0, found.share)), text=f"{words} {found.share:.0%}")
    if who() in found.waiting:
        st.button(t("control.cancel"), icon=":material/close:", key=f"{key}_cancel", on_click=_leave, args=(question,))


def _ask(question: Question, material: Callable[[], Arrays]) -> tuple[str, Mapping[str, Any]] | None:
    """Asks, and says why that cannot be."""
    try:
        hub().start()
        hub().studies.ask(question, who(), material)
    except Refusal as refusal:
        return refusal.code, refusal.fields
    return None


def _again(question: Question, material: Callable[[], Arrays]) -> None:
    _given_up().discard(question.digest)
    error = _ask(question, material)
    if error is not None:
        _refused()[question.digest] = error


def _leave(question: Question) -> None:
    _given_up().add(question.digest)
    hub().studies.leave(question, who())


def _refused() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Why questions that a person asked with a button could not be asked, until that has been said."""
    refused: dict[str, tuple[str, Mapping[str, Any]]] = st.session_state.setdefault(REFUSED, {})
    return refused


def _given_up() -> set[str]:
    """The questions that this visit has cancelled: they are not asked again by themselves."""
    given_up: set[str] = st.session_state.setdefault(GIVEN_UP, set())
    return given_up
