"""What the training page remembers of a visit: the controls' recipe and the run in the picture."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lossviz import catalog
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.ui import address
from lossviz.web import visitor

PLACE = "desk"
ECHO_SECONDS = 2.0


@dataclass
class Desk:
    """recipe: what the controls say. watching: the run in the picture, if a person chose one. started: the
    run that this visit started last. bar: the address bar as we left it, None before we wrote it; when it
    differs, a link was opened or the back button pressed. shared: whether a wish was refused because others
    watch too. left: a run that this visit has left to others. replaced, replaced_at: the address bar before ours,
    and when ours took its place. points: own embeddings in the picture. uploaded: own images of this visit, by id."""

    recipe: Recipe
    watching: str | None = None
    started: str | None = None
    bar: dict[str, str] | None = None
    refusals: list[Refusal] = field(default_factory=list)
    missing_run: bool = False
    shared: bool = False
    left: str | None = None
    replaced: dict[str, str] | None = None
    replaced_at: float = 0.0
    points: str | None = None
    uploaded: tuple[str, ...] = ()

    def change(self, **settings: Any) -> None:
        """Changes settings; another loss brings its own knobs, learning rate and batches along.

        One's own run stays in the picture while it trains. Otherwise another loss or dimension is another picture:
        the run that a person chose is left.
        """
        if not self._stays() and any(settings.get(name, now) != now for name, now in self._pictured().items()):
            self.watching = None
        try:
            self.recipe = catalog.changed(self.recipe, **settings)
            self.refusals, self.missing_run, self.left, self.points = [], False, None, None
        except Refusal as refusal:
            self.refusals = [refusal]

    def take(self, id: str) -> None:
        """Chooses images that this visit has just uploaded, and offers them from now on."""
        self.uploaded = (*(known for known in self.uploaded if known != id), id)
        self.change(data=id)

    def _stays(self) -> bool:
        """Keeps the run in the picture there if it is this visitor's and trains."""
        run = hub().run(self.watching or self.recipe.key)
        if run is None or not run.live or run.owner != who() or run.key == self.left:
            return False
        self.watching = self.started = run.key
        return True

    def _pictured(self) -> dict[str, Any]:
        return {"loss": self.recipe.loss, "dim": self.recipe.dim}

    def write(self, name: str, written: Any) -> None:
        """Changes one setting to what a person typed or chose; refused text leaves the old value."""
        if not isinstance(written, str):
            return self.change(**{name: written})
        try:
            value = catalog.fields()[name].parse(written.strip(), catalog.owner(name, self.recipe.loss))
        except Refusal as refusal:
            self.refusals = [refusal]
            return None
        return self.change(**{name: value})

    def publish(self) -> None:
        """Sets the knobs to the loss's published form."""
        self.change(**{p.name: p.default for p in catalog.losses()[self.recipe.loss].params})

    def drop_edits(self) -> None:
        """Trains with the settings of the controls from the first step to the last."""
        self._stays()
        self.recipe, self.refusals = self.recipe.but(edits=()), []

    def restore_defaults(self) -> None:
        """Back to the loss's usual live run, and to its recording."""
        self.recipe = catalog.resolve(loss=self.recipe.loss)
        self.watching, self.refusals, self.shared, self.left = None, [], False, None
        self.points = None

    def follow_link(self) -> None:
        """Takes over the address bar when it changed other than by us."""
        now = address.settings_in_bar()
        if now == self.bar or self._late(now):
            return
        asked = address.read(now)
        self.recipe, self.refusals = asked.recipe, asked.refusals
        self.watching, self.points, self.missing_run, self.left = asked.run, asked.points, False, None

    def write_link(self, pictured: Recipe | None = None) -> None:
        """Puts the controls' recipe into the address bar, and the run in the picture when it is another.

        pictured: the recipe of a run that comes to these settings. If it does so by edits it goes there in their
        place, so that whoever has the link alone can train it.
        """
        recipe = pictured if pictured is not None and pictured.edits else self.recipe
        other = self.watching if self.watching != recipe.key else None
        before, self.bar = self.bar, address.write(recipe, other, self.points)
        if before != self.bar:
            self.replaced, self.replaced_at = before, time.monotonic()

    def _late(self, now: dict[str, str]) -> bool:
        """Whether a rerun brings the address that we have just replaced: the browser had not heard of it yet."""
        return now == self.replaced and time.monotonic() - self.replaced_at < ECHO_SECONDS


def who() -> str:
    """This visitor's token."""
    return visitor.of(st.context.cookies)


def desk() -> Desk:
    """This visit's desk, brought up to date with the address bar."""
    if PLACE not in st.session_state:
        st.session_state[PLACE] = Desk(catalog.resolve())
    found: Desk = st.session_state[PLACE]
    found.follow_link()
    return found
