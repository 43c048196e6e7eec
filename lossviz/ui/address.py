"""The address bar: the link's settings enter, a recipe leaves, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import streamlit as st

from lossviz import catalog, own
from lossviz.params import Refusal, shown
from lossviz.recipe import KEY, Recipe
from lossviz.ui.language import IN_LINK

RUN, POINTS = "run", "points"


@dataclass(frozen=True)
class Asked:
    """What a link asked for: the recipe with defaults for what was refused, the refusals, a run's key, own points."""

    recipe: Recipe
    refusals: list[Refusal] = field(default_factory=list)
    run: str | None = None
    points: str | None = None


def read(link: Mapping[str, str]) -> Asked:
    """What the link asks for. Nothing in it can start work."""
    settings = {name: value for name, value in link.items() if name not in (IN_LINK, RUN, POINTS)}
    recipe, refusals = catalog.from_written(settings)
    run = link.get(RUN) or None
    if run is not None and not KEY.fullmatch(run):
        refusals.append(Refusal("notice.link_run", value=shown(run)))
        run = None
    points = link.get(POINTS)
    if points is not None and own.tape(points) is None:
        refusals.append(Refusal("own.gone", id=shown(points)))
        points = None
    return Asked(recipe, refusals, run, points)


def settings_in_bar() -> dict[str, str]:
    """The address bar's settings without the language."""
    return {name: value for name, value in st.query_params.to_dict().items() if name != IN_LINK}


def write(recipe: Recipe, run: str | None, points: str | None = None) -> dict[str, str]:
    """Puts the settings (and what is in the picture instead of their run) into the address bar; returns them."""
    instead = {name: value for name, value in ((RUN, run), (POINTS, points)) if value}
    return put({**catalog.written(recipe), **instead}, opens_with=_opening())


@cache
def _opening() -> dict[str, str]:
    """The settings with which the training page opens."""
    return catalog.written(catalog.resolve())


def put(wanted: dict[str, str], *, opens_with: dict[str, str] | None = None) -> dict[str, str]:
    """Puts settings into the address bar, beside the language; returns those that stand there now.

    What a page `opens_with` anyway is not put into an empty bar: the browser's way back would lead to the same page.
    """
    before = settings_in_bar()
    if not before and wanted == opens_with:
        return before
    if before != wanted:
        language = {IN_LINK: st.query_params[IN_LINK]} if IN_LINK in st.query_params else {}
        st.query_params.from_dict({**language, **wanted})
    return wanted
