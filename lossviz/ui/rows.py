"""Runs side by side on one strained data set: settings enter; runs for a stage, and the button to train, leave."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from lossviz import catalog
from lossviz.catalog.comparison import Comparison
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs import Run, hub
from lossviz.text import Translator
from lossviz.ui import compare
from lossviz.ui.comparing import Bench, Seen
from lossviz.ui.desk import who
from lossviz.ui.picture import panel_of
from lossviz.ui.stage import Panel
from lossviz.ui.training import MOST_SEEDS

Made = Callable[[int], Comparison]
"""From a seed to the comparison that a page's settings describe."""

BESIDES = -1
"""Where the run that comes besides stands among those that were started."""


@dataclass
class Row(Bench):
    """A bench whose settings a page's board holds. recorded: the runs that are shipped, shown until there are others.

    besides: one run more, which is shown once somebody has trained it; `title` is its name.
    """

    recorded: tuple[Recipe, ...] = ()
    besides: Recipe | None = None
    title: str = ""

    def seen(self) -> list[Seen]:
        found = self._besides()
        return super().seen() if found is None else [*super().seen(), found]

    def _besides(self) -> Seen | None:
        """The run more: while it trains the one that this visit has started, whatever has been set since."""
        begun = hub().run(self.started.get(BESIDES, ""))
        if begun is not None and begun.live:
            return Seen(begun.recipe, begun)
        run = hub().run(self.besides.key) if self.besides else None
        if self.besides is None or run is None or not (run.live or run.frames):
            return None
        return Seen(self.besides, run)

    def _otherwise(self, at: int, recipe: Recipe) -> Run:
        shipped = [run for one in self.recorded if one.loss == recipe.loss and (run := hub().run(one.key))]
        return shipped[0] if shipped else super()._otherwise(at, recipe)

    def train_besides(self) -> None:
        """Trains the run more."""
        if self.besides is None:
            return
        try:
            self.started[BESIDES] = hub().submit(self.besides, who()).key
            self.refusals = []
        except Refusal as refusal:
            self.refusals = [refusal]


def row(id: str, now: Comparison, opens_with: Comparison) -> Row:
    """This visit's row of a page, with the settings as they are now."""
    found: Row = st.session_state.setdefault(f"{id}.row", Row())
    found.comparison, found.recorded = now, opens_with.recipes
    return found


def panels(here: Row, seen: list[Seen], t: Translator) -> list[Panel]:
    """One panel a run, that which came besides last."""
    side_by_side = len(here.comparison.sides)
    besides = [replace(panel_of(one.run, t), title=here.title) for one in seen[side_by_side:]]
    return [*compare.panels(here, seen[:side_by_side], t), *besides]


def buttons(here: Row, made: Made, settle: Callable[[int], None], t: Translator) -> None:
    """Stop, or train what has not been trained, else all of it with another seed, which `settle` puts into the link."""
    missing = here.missing()
    if here.live():
        st.button(t("control.stop"), type="primary", icon=":material/stop:", key="stop", on_click=here.stop)
    elif missing:
        label = t("compare.train_one") if len(missing) == 1 else t("compare.train", n=len(missing))
        seconds = math.ceil(sum(catalog.cpu_seconds(recipe) for recipe in missing))
        _train(label, here.train, t("compare.train_help", seconds=seconds))
    else:
        seed = next_seed(here.recipe.seed, made)
        _train(t("compare.train_seed", seed=seed), partial(_with_seed, here, made, settle, seed))


def _train(label: str, act: Callable[[], None], tip: str | None = None) -> None:
    st.button(label, type="primary", icon=":material/model_training:", key="train", on_click=act, help=tip)


def finished(recipe: Recipe) -> bool:
    """Whether a run of this recipe has come to its end; one that was stopped can be trained again."""
    run = hub().run(recipe.key)
    return run is not None and run.state == "finished"


def next_seed(now: int, made: Made) -> int:
    """The first seed from the present one on with which not all have been trained."""
    seeds = range(now, now + MOST_SEEDS)
    return next((n for n in seeds if not all(hub().knows(recipe.key) for recipe in made(n).recipes)), now)


def _with_seed(here: Row, made: Made, settle: Callable[[int], None], seed: int) -> None:
    here.comparison = made(seed)
    settle(seed)
    here.train()
