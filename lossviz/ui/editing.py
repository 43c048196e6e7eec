"""The edits of a link: the controls' recipe enters, a line in words with a way to drop them leaves."""

from __future__ import annotations

from itertools import groupby

import streamlit as st

from lossviz import catalog
from lossviz.params import Choice
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


def _change(recipe: Recipe, edit: Edit, t: Translator) -> str:
    step, field, value = edit
    known = catalog.fields() | catalog.knob_params(catalog.in_force(recipe, step).loss)
    param = known[field]
    written = t.name(param.names[str(value)]) if isinstance(param, Choice) else param.write(value)
    return f"{t.name(param.noun)} {written}"
