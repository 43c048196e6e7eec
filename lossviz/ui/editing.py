"""The edits of a link: the controls' recipe enters, a line in words with a way to drop them leaves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import streamlit as st

from lossviz import catalog
from lossviz.params import Choice, Param
from lossviz.recipe import Edit, Recipe
from lossviz.text import Translator
from lossviz.ui.desk import Desk
from lossviz.ui.escape import md


def draw(desk: Desk, t: Translator) -> None:
    """What will change at which step of the controls' recipe; nothing where nothing will."""
    if desk.recipe.edits:
        st.caption(md(in_words(desk.recipe, t)))
        label = t("train.drop_edits")
        st.button(label, type="tertiary", icon=":material/close:", key="drop_edits", on_click=desk.drop_edits)


def in_words(recipe: Recipe, t: Translator) -> str:
    """The recipe's edits: "At step 20: loss ArcFace · At step 40: margin 0.2"."""
    steps = groupby(recipe.edits, key=lambda edit: edit[0])
    said = ((step, ", ".join(_change(recipe, edit, t) for edit in edits)) for step, edits in steps)
    return " · ".join(t("train.edit", step=step, changes=changes) for step, changes in said)


def changes(recipe: Recipe, t: Translator) -> list[tuple[int, str]]:
    """The recipe's edits by step, each beside what was before: (120, "Step 120: margin 0.3 → 0.1.")."""
    steps = [(step, list(edits)) for step, edits in groupby(recipe.edits, key=lambda edit: edit[0])]
    return [
        (step, t("steps.change", step=step, changes=t("steps.and").join(_turn(recipe, edit, t) for edit in edits)))
        for step, edits in steps
    ]


def _change(recipe: Recipe, edit: Edit, t: Translator) -> str:
    step, field, value = edit
    return f"{t.name(_param(recipe, step, field).noun)} {_written(recipe, step, field, value, t)}"


def _turn(recipe: Recipe, edit: Edit, t: Translator) -> str:
    """An edit with the value before it; a knob that came with another loss has none."""
    step, field, value = edit
    before, now = catalog.in_force(recipe, step - 1), catalog.in_force(recipe, step)
    if field in now.knobs and before.loss != now.loss:
        return _change(recipe, edit, t)
    old = before.knobs[field] if field in before.knobs else getattr(before, field)
    known = {"before": _written(recipe, step, field, old, t), "after": _written(recipe, step, field, value, t)}
    return t("steps.edit", setting=t.name(_param(recipe, step, field).noun), **known)


def _param(recipe: Recipe, step: int, field: str) -> Param:
    known: Mapping[str, Param] = catalog.fields() | catalog.knob_params(catalog.in_force(recipe, step).loss)
    return known[field]


def _written(recipe: Recipe, step: int, field: str, value: Any, t: Translator) -> str:
    param = _param(recipe, step, field)
    return t.name(param.names[str(value)]) if isinstance(param, Choice) else param.write(value)
