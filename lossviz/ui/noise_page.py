"""The page on wrong labels, piece by piece: its runs and settings enter; what each place of the page says leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lossviz import catalog
from lossviz.params import Refusal
from lossviz.recipe import Knob, Recipe
from lossviz.runs import Run, hub
from lossviz.runs.studies import Answer
from lossviz.strain import is_strained, parse
from lossviz.text import Translator
from lossviz.ui import address, board, noise, room, rows, study
from lossviz.ui.board import Bounds
from lossviz.ui.boards.noise import BOARD, comparison
from lossviz.ui.comparing import Seen
from lossviz.ui.escape import md
from lossviz.ui.picture import titled
from lossviz.ui.rows import Row
from lossviz.ui.study import Arrays

SUBCENTRES = 2
"""Which of the runs has sub-centres."""

CUT_SHORT = ("stopped", "failed", "interrupted")

PAPER = "Deng et al. 2020, Sub-center ArcFace"
ADDRESS = "https://doi.org/10.1007/978-3-030-58621-8_43"


@dataclass(frozen=True, kw_only=True)
class Found:
    """The angles of the sub-center run in the picture, and which digits the threshold drops; None without angles.

    cleaned: ArcFace on what is left, or `refused`: why that cannot be trained.
    """

    run: Run
    angles: Arrays | None = None
    dropped: NDArray[np.bool_] | None = None
    cleaned: Recipe | None = None
    refused: Refusal | None = None


def bounds(values: Mapping[str, Knob], t: Translator) -> Bounds:
    """The widest margin for which there is room, marked on its slider."""
    return room.hints(comparison(values).recipes[SUBCENTRES], t)


def row(values: Mapping[str, Knob]) -> Row:
    """This visit's runs with these settings."""
    return rows.row("noise", comparison(values), comparison(BOARD.defaults))


def rests(values: Mapping[str, Knob]) -> dict[str, float]:
    """Where the threshold's slider stands while it follows the valley: at that of the run in the picture."""
    answer = _answer(_subcentered(row(values)))
    valley = noise.valley_of(answer.arrays) if answer.stage == "done" else None
    return {} if valley is None else {"threshold": valley}


def _subcentered(here: Row) -> Run:
    return here.seen()[SUBCENTRES].run


def _answer(run: Run) -> Answer:
    return hub().studies.of(study.about(run.recipe, "subcentres"))


def look(here: Row, values: Mapping[str, Knob], t: Translator) -> Found:
    """What is known of the sub-center run; the row gets the run on the cleaned set, to be shown once it is trained."""
    here.besides, here.title = None, t("noise.retrained")
    run = _subcentered(here)
    answer = _answer(run)
    if answer.stage != "done":
        return Found(run=run)
    dropped = noise.suspects(answer.arrays, values["threshold"])
    try:
        here.besides = noise.cleaned_run(run, dropped) if dropped.any() else None
    except Refusal as refusal:
        return Found(run=run, angles=answer.arrays, dropped=dropped, refused=refusal)
    return Found(run=run, angles=answer.arrays, dropped=dropped, cleaned=here.besides)


def sentence(found: Found, t: Translator) -> str:
    """What to look at; true of the run in the picture."""
    recipe = found.run.recipe
    if not is_strained(recipe.data) or not parse(recipe.data).noise:
        return t("noise.look_clean")
    if noise.collapsed(found.run.final.get("readings") or {}):
        return t("noise.look_collapsed")
    if found.angles is not None and parse(recipe.data).kind == "pairs" and noise.best_f(found.angles) < noise.PARTED:
        return t("noise.look_pairs")
    mixed = found.angles is not None and noise.valley_of(found.angles) is None
    return t("noise.look_mixed" if mixed else "noise.look")


def ask(found: Found, t: Translator) -> None:
    """Has the angles measured once the run is there, and says how far that is."""
    if found.angles is not None:
        return
    if found.run.state != "finished":
        st.caption(t("noise.after"))
        return
    question = study.about(found.run.recipe, "subcentres")
    if study.answered(question, t, key="noise_angles", material=study.weights_of(found.run)) is not None:
        st.rerun()


def given(seen: list[Seen], found: Found, t: Translator) -> dict[str, Any]:
    """What the board draws."""
    drawn = {} if found.angles is None else noise.handed(found.angles, found.run)
    return {**drawn, "accuracies": [_row(one, found, at, t) for at, one in enumerate(seen)]}


def _row(one: Seen, found: Found, at: int, t: Translator) -> dict[str, Any]:
    """A run's line in the table."""
    name = t("noise.retrained") if at > SUBCENTRES else titled(one.run.recipe, t)
    row = {"name": name, **noise.accuracies(one.run), "digits": noise.trained_on(one.run), "ended": _ended(one.run, t)}
    return {**row, "wrong": _wrong(one.run.recipe.data, found)}


def _ended(run: Run, t: Translator) -> str:
    """That a run has no accuracies and will have none, since it was cut short."""
    return t(f"noise.{run.state}") if run.state in CUT_SHORT else ""


def _wrong(data: str, found: Found) -> float | None:
    """The share of wrong labels in this data set, if it is that of the angles, or what is left of it."""
    if found.angles is None:
        return None
    if data == found.run.recipe.data:
        return noise.wrong_share(found.angles)
    if found.cleaned is not None and data == found.cleaned.data:
        return noise.wrong_share(found.angles, found.dropped)
    return None


def panel(here: Row, found: Found, values: Mapping[str, Knob], t: Translator) -> None:
    """The button to train, that to retrain, and what the threshold is."""
    rows.buttons(here, lambda seed: comparison(values, seed=seed), lambda seed: _settle(values, seed), t)
    _retrain(here, found, t)
    st.divider()
    st.latex(r"\theta_i=\angle(x_i,\,w_{y_i,\,k^*(y_i)})>t")
    with st.container(key="note"):
        st.markdown(t("noise.rule"))
        if found.angles is not None:
            _valley(found.angles, t)
        st.markdown(_about(found.run.recipe, t))
        st.markdown(f"[{PAPER}]({ADDRESS})")


def _settle(values: Mapping[str, Knob], seed: int) -> None:
    address.put(board.written(BOARD, {**values, "seed": seed}))


def _retrain(here: Row, found: Found, t: Translator) -> None:
    if found.dropped is None or here.live():
        return
    number = int(found.dropped.sum())
    if found.refused is not None:
        st.caption(md(t(found.refused.code, **found.refused.fields)))
    elif here.besides is None:
        st.caption(t("noise.retrain_none"))
    elif rows.finished(here.besides):
        st.caption(t("noise.retrained_there", n=number))
    else:
        seconds = math.ceil(catalog.cpu_seconds(here.besides))
        st.button(t("noise.retrain"), icon=":material/cleaning_services:", key="retrain", on_click=here.train_besides,
                  help=t("noise.retrain_help", n=number, seconds=seconds))  # fmt: skip


def _valley(angles: Arrays, t: Translator) -> None:
    here = noise.valley_of(angles)
    st.markdown(t("noise.valley_none") if here is None else t("noise.valley_at", angle=f"{here:.1f}"))


def _about(recipe: Recipe, t: Translator) -> str:
    """How the labels of the run in the picture are wrong."""
    strained = parse(recipe.data) if is_strained(recipe.data) else None
    if strained is None or not strained.noise:
        return ""
    kind = "about_flip" if strained.kind == "symmetric" else "about_pair"
    return t(f"noise.{kind}", share=f"{strained.noise:.0%}")
