"""What the compare page remembers of a visit: its comparison and the runs that were started for it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lossviz import catalog
from lossviz.catalog import comparison as compared
from lossviz.catalog.comparison import USUAL, Comparison
from lossviz.params import Choice, Refusal
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.runs.run import Run
from lossviz.ui import address
from lossviz.ui.desk import ECHO_SECONDS, Desk, who
from lossviz.ui.desk import PLACE as DESK
from lossviz.ui.training import MOST_SEEDS, recording

PLACE = "bench"
OWNER = "Recipe"
AXES = Choice(name="axes", label="Axes", noun="axes", default="own", choices=("own", "shared"))
CLOCK = Choice(name="clock", label="Clock", noun="clock", default="slowest", choices=("slowest", "free"))
OPTIONS = {param.name: param for param in (AXES, CLOCK)}
"""How the panels are shown, as the link has it."""


@dataclass(frozen=True)
class Seen:
    """A panel: the recipe that its controls describe, and the run in the picture."""

    recipe: Recipe
    run: Run

    @property
    def same(self) -> bool:
        """Whether the run in the picture is the one that the controls describe."""
        return self.run.key == self.recipe.key


@dataclass
class Bench:
    """comparison: what the controls say. options: how it is shown. started: the runs that this visit has started, by
    panel. left: live runs that it has left to others. bar: the address bar as we left it, None before we wrote it.
    replaced, replaced_at: the address bar before ours, and when ours took its place."""

    comparison: Comparison = field(default_factory=Comparison)
    options: dict[str, str] = field(default_factory=lambda: {name: str(p.default) for name, p in OPTIONS.items()})
    started: dict[int, str] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    refusals: list[Refusal] = field(default_factory=list)
    bar: dict[str, str] | None = None
    replaced: dict[str, str] | None = None
    replaced_at: float = 0.0

    @property
    def recipe(self) -> Recipe:
        """What all panels share, with the first one's loss."""
        return self.comparison.recipes[0]

    @property
    def uploaded(self) -> tuple[str, ...]:
        """The images that this visit has brought on the training page, by id."""
        desk: Desk | None = st.session_state.get(DESK)
        return () if desk is None else desk.uploaded

    def change(self, **settings: Any) -> None:
        """Changes shared settings."""
        for name, value in settings.items():
            self._try(lambda name=name, value=value: self.comparison.share(name, value))

    def write(self, name: str, written: Any) -> None:
        """Changes a shared setting to what a person typed or chose; refused text leaves the old value."""
        param = catalog.fields()[name]
        self._try(lambda: self.comparison.share(name, _value(param, written)))

    def turn(self, at: int, **settings: Any) -> None:
        """Changes what a panel has of its own."""
        self._try(lambda: self.comparison.turn(at, **settings))

    def turn_rate(self, at: int, written: str) -> None:
        """Changes a panel's learning rate to what a person typed."""
        self._try(lambda: self.comparison.turn(at, lr=_value(catalog.fields()["lr"], written)))

    def add(self) -> None:
        """One panel more, with a loss that is not there yet."""
        here = {side["loss"] for side in self.comparison.sides}
        self._try(lambda: self.comparison.add(next((loss for loss in USUAL if loss not in here), USUAL[0])))

    def drop(self, at: int) -> None:
        """One panel fewer; the runs of those behind it move up with them."""
        self._try(lambda: self.comparison.drop(at))
        self.started = {i - (i > at): key for i, key in self.started.items() if i != at}

    def choose(self, made: Comparison) -> None:
        """Another comparison altogether."""
        self._try(lambda: made)

    def _try(self, change: Any) -> None:
        try:
            self.comparison, self.refusals = change(), []
        except Refusal as refusal:
            self.refusals = [refusal]

    # the picture

    def seen(self) -> list[Seen]:
        """Per panel its own run; else, while it trains, the one started for it before; else a recording of the loss."""
        return [Seen(recipe, self._shown(i, recipe)) for i, recipe in enumerate(self.comparison.recipes)]

    def _shown(self, at: int, recipe: Recipe) -> Run:
        before = hub().run(self.started.get(at, ""))
        if before is not None and before.live:
            return before
        own = hub().run(recipe.key)
        there = own is not None and (own.key not in self.left if own.live else own.frames)
        return own if own is not None and there else self._otherwise(at, recipe)

    def _otherwise(self, at: int, recipe: Recipe) -> Run:
        """What a panel shows while it has no run of its own."""
        return recording(recipe.loss, recipe.dim)

    def missing(self) -> list[Recipe]:
        """The recipes that have no finished run yet, each once."""
        lacking = [r for r in self.comparison.recipes if (run := hub().run(r.key)) is None or run.state != "finished"]
        return list({recipe.key: recipe for recipe in lacking}.values())

    def live(self) -> list[Run]:
        """The runs on the page that still go on."""
        return list({seen.run.key: seen.run for seen in self.seen() if seen.run.live}.values())

    def train(self) -> None:
        """Trains what is missing, and stops what this visit had started for other settings."""
        recipes = self.comparison.recipes
        self._leave(keep={recipe.key for recipe in recipes})
        self.refusals, self.left = [], set()
        for i, recipe in enumerate(recipes):
            try:
                self.started[i] = hub().submit(recipe, who()).key
            except Refusal as refusal:
                self.refusals = [refusal]

    def train_seed(self, seed: int) -> None:
        """Trains all panels with another seed."""
        self.change(seed=seed)
        self.train()

    def next_seed(self) -> int:
        """The first seed from the present one on with which not all panels have been trained."""
        now = self.recipe.seed
        for seed in range(now, now + MOST_SEEDS):
            if not all(hub().knows(recipe.but(seed=seed).key) for recipe in self.comparison.recipes):
                return seed
        return now

    def stop(self) -> None:
        """Leaves every run on the page that goes on; those that nobody else watches end."""
        live = {run.key for run in self.live()}
        self.left = {key for key in live if not hub().stop(key, who())}
        self._leave(keep=live - self.left)

    def _leave(self, keep: set[str]) -> None:
        """Leaves the runs that this visit has started, but for some."""
        for key in set(self.started.values()) - keep:
            hub().stop(key, who())
        self.started = {i: key for i, key in self.started.items() if key in keep}

    # the link

    def follow_link(self) -> None:
        """Takes over the address bar when it changed other than by us."""
        now = address.settings_in_bar()
        if now == self.bar or (now == self.replaced and time.monotonic() - self.replaced_at < ECHO_SECONDS):
            return
        self.open(now)

    def open(self, link: Mapping[str, str]) -> None:
        """Takes over the comparison of a link. Nothing in it can start work."""
        self.options, refusals = _options(link)
        self.comparison, refused = compared.from_link({n: v for n, v in link.items() if n not in OPTIONS})
        self.refusals, self.left = [*refusals, *refused], set()

    def write_link(self) -> None:
        """Puts the comparison into the address bar."""
        before, self.bar = self.bar, address.put(self.link(), opens_with=compared.to_link(Comparison()))
        if before != self.bar:
            self.replaced, self.replaced_at = before, time.monotonic()

    def link(self) -> dict[str, str]:
        """The comparison and how it is shown."""
        shown = {name: value for name, value in self.options.items() if value != OPTIONS[name].default}
        return {**compared.to_link(self.comparison), **shown}


def _value(param: Any, written: Any) -> Any:
    return param.parse(written.strip(), OWNER) if isinstance(written, str) else written


def _options(link: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    found, refusals = {}, []
    for name, param in OPTIONS.items():
        found[name] = str(param.default)
        try:
            found[name] = param.parse(link.get(name, found[name]), OWNER)
        except Refusal as refusal:
            refusals.append(refusal)
    return found, refusals


def bench() -> Bench:
    """This visit's bench, brought up to date with the address bar."""
    if PLACE not in st.session_state:
        st.session_state[PLACE] = Bench()
    found: Bench = st.session_state[PLACE]
    found.follow_link()
    return found
