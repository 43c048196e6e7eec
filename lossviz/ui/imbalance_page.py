"""The page on rare classes, piece by piece: its runs and settings enter; what each place of the page says leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from lossviz import catalog
from lossviz.geometry import dynamic_margins, per_class
from lossviz.recipe import Knob
from lossviz.runs import Run, hub
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui import address, board, room, rows, study
from lossviz.ui.board import Bounds
from lossviz.ui.boards.imbalance import BOARD, MOST, NEARLY_EQUAL, comparison, rule, sizes
from lossviz.ui.comparing import Seen
from lossviz.ui.picture import titled
from lossviz.ui.rows import Row
from lossviz.ui.stage import Panel
from lossviz.ui.study import Arrays

FIXED, DYNAMIC = "fixed", "dynamic"
NEARLY = 1.5
"""Up to this ratio of the largest class to the smallest they count as about equally large."""
WIDE = 0.1
"""Radians from the smallest margin to the largest from which the rule is said to stretch chance."""
SAME = 0.005
"""Radians: margins that differ by less read the same."""

PAPER = "Ha et al. 2020, Google landmark recognition 2020"
ADDRESS = "https://arxiv.org/abs/2010.05350"


def bounds(values: Mapping[str, Knob], t: Translator) -> Bounds:
    """The widest margin for which there is room, marked on its slider."""
    return room.hints(comparison(values).recipes[0], t)


def sentence(values: Mapping[str, Knob], t: Translator) -> str:
    """What to look at; true of the settings."""
    counts = sizes(values)
    if len(set(counts)) == 1 and values["rule"] == "range":
        return t("imbalance.look_even")
    least, most = counts.index(min(counts)), counts.index(max(counts))
    gained = margins_of(values)[least] - margins_of(values)[most]
    if abs(gained) < SAME:
        return t("imbalance.look_flat")
    if gained < 0:
        return t("imbalance.look_turned")
    return t("imbalance.look_equal" if stretched(values) else "imbalance.look")


def stretched(values: Mapping[str, Knob]) -> bool:
    """Whether the rule spreads the margins of classes that are about equally large."""
    counts, margins = sizes(values), margins_of(values)
    return 1 < max(counts) / min(counts) <= NEARLY and max(margins) - min(margins) > WIDE


def margins_of(values: Mapping[str, Knob]) -> list[float]:
    """The dynamic margin of each class, radians."""
    return dynamic_margins(sizes(values), **rule(values))


def answers(seen: list[Seen]) -> dict[str, Arrays]:
    """What is known of the two runs in the picture, by name."""
    found = {name: hub().studies.of(_question(one.run)) for name, one in _named(seen).items()}
    return {name: answer.arrays for name, answer in found.items() if answer.stage == "done"}


def _named(seen: list[Seen]) -> dict[str, Seen]:
    return dict(zip((FIXED, DYNAMIC), seen, strict=True))


def _question(run: Run) -> Question:
    return study.about(run.recipe, "per_class")


def ask(seen: list[Seen], known: Mapping[str, Arrays], t: Translator) -> None:
    """Has the classes measured once both runs are there, and says how far that is."""
    missing = {name: one.run for name, one in _named(seen).items() if name not in known}
    if missing and any(run.state != "finished" for run in missing.values()):
        st.caption(t("imbalance.after"))
        return
    for name, run in missing.items():
        key = f"imbalance_{name}"
        if study.answered(_question(run), t, key=key, material=study.weights_of(run)) is not None:
            st.rerun()


def given(seen: list[Seen], known: Mapping[str, Arrays], t: Translator) -> dict[str, Any]:
    """What the board draws: nearly equal class sizes, and how classes fare in the runs in the picture."""
    runs = {name: _run(one, known.get(name), t) for name, one in _named(seen).items()}
    ready = all(run["right"] is not None for run in runs.values())
    other = not all(one.same for one in seen)
    return {"equal": list(NEARLY_EQUAL), "most": MOST, "runs": runs if ready else None, "other": other}


def panels(here: Row, seen: list[Seen], t: Translator) -> list[Panel]:
    """One panel a run, by its loss: no single number says what a dynamic margin is."""
    return [replace(p, title=_title(one.run, t)) for p, one in zip(rows.panels(here, seen, t), seen, strict=True)]


def _title(run: Run, t: Translator) -> str:
    entry = catalog.losses()[run.recipe.loss]
    return t.name(entry.name) if run.recipe.loss == "dynamic_arcface" else titled(run.recipe, t)


def _run(one: Seen, found: Arrays | None, t: Translator) -> dict[str, Any]:
    title = {"title": _title(one.run, t)}
    if found is None:
        return {**title, "right": None}
    confusion = found["confusion"]
    return {
        **title,
        "right": per_class.recall(confusion).tolist(),
        "precision": per_class.precision(confusion).tolist(),
        "room": found["room"].astype(float).round(2).tolist(),
        "own": np.nan_to_num(found["own"].astype(float)).round(2).tolist(),
        "sizes": found["sizes"].tolist(),
    }


def panel(here: Row, values: Mapping[str, Knob], t: Translator) -> None:
    """The button to train, the rule, and where chance decides."""
    rows.buttons(here, lambda seed: comparison(values, seed=seed), lambda seed: _settle(values, seed), t)
    st.divider()
    st.latex(r"m_j=a\,n_j^{-\lambda}+b")
    with st.container(key="note"):
        if stretched(values):
            counts, margins = sizes(values), margins_of(values)
            ratio, low, high = f"{max(counts) / min(counts):.2f}", f"{min(margins):.2f}", f"{max(margins):.2f}"
            st.markdown(t("imbalance.trap", ratio=ratio, low=low, high=high))
        st.markdown(t("imbalance.rule"))
        st.markdown(f"[{PAPER}]({ADDRESS})")


def _settle(values: Mapping[str, Knob], seed: int) -> None:
    address.put(board.written(BOARD, {**values, "seed": seed}))
