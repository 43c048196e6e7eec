"""The runs whose pairs the plane of similarities can show: a visit enters, their titles and addresses leave."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lossviz import catalog
from lossviz.recipe import KEY
from lossviz.runs import Run, hub
from lossviz.text import Translator
from lossviz.ui.boards.circle import RECORDED
from lossviz.ui.desk import PLACE
from lossviz.ui.picture import panel_of, titled
from lossviz.ui.training import recording

MOST_DIMENSIONS = 3
"""Of features with more only a projection is on the tape, whose similarities are others."""


def own_runs(t: Translator) -> dict[str, str]:
    """Titles by key of the runs that this visit has begun, watches or has a link to."""
    desk = st.session_state.get(PLACE)
    asked = (getattr(desk, "started", None), getattr(desk, "watching", None), st.query_params.get("run"))
    keys = [key for key in dict.fromkeys(asked) if key and KEY.fullmatch(key)]
    found = [run for key in keys if (run := hub().run(key)) is not None]
    return {run.key: titled(catalog.in_force(run.recipe), t) for run in found if run.recipe.dim <= MOST_DIMENSIONS}


def addresses(chosen: str, t: Translator) -> dict[str, dict[str, Any]]:
    """Where the records of every recorded run, and of the chosen one, come from."""
    recorded = {loss: recording(loss) for loss in RECORDED}
    own = hub().run(chosen) if chosen not in recorded else None
    return {id: _address(run, t) for id, run in {**recorded, **({chosen: own} if own else {})}.items()}


def _address(run: Run, t: Translator) -> dict[str, Any]:
    panel = panel_of(run, t)
    return {"url": panel.live_url or panel.tape_url, "live": panel.live_url is not None}


def compares(chosen: str) -> str:
    """Whether the run's loss compares digits with "classes" or with other digits, "pairs"."""
    run = recording(chosen) if chosen in RECORDED else hub().run(chosen)
    if run is None or run.recipe.knobs.get("level") == "class":
        return "classes"
    return "pairs" if catalog.losses()[run.recipe.loss].family == "pair" else "classes"
