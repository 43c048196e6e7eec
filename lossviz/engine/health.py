"""What is wrong with a run: its recipe and each frame's features enter, findings in words leave.

A finding is {"code": key of `lossviz.text`, "fields": what fills its sentence}.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from torch import Tensor
from torch.nn import functional

from lossviz import catalog, geometry
from lossviz.params import number
from lossviz.recipe import Recipe

Finding = Mapping[str, Any]

PATIENCE = 20
"""Steps for which a heap, or batches in a row for which nothing active, must last before it is said."""

CLOSE, COLLAPSED = 0.05, 0.03
"""Spread, as a share of the margin, at which a run is close to collapse and at which it has collapsed."""

ONE_POINT = 0.01
"""Spread, as a share of the features' length, that no run which tells classes apart comes near: the recorded runs stay
above 0.8."""

DIVERGED = 3.0
"""Loss, over what it was at first or may well be with these settings, above which a run diverges."""

BLOWN_UP = 200.0
"""Length of the features, over what it was at first, that no run which learns comes near: the default runs reach 5 to
23, the same with a learning rate of 1 reach 1,400 to 3,800 at the first step."""

HOLDS_NONE = {
    "pairs": "health.no_pairs",
    "anchors": "health.no_pairs",
    "used_samples": "health.no_pairs",
    "triplets": "health.no_triplets",
    "quadruplets": "health.no_quadruplets",
}
"""Readings that count what a batch compares, and what to say where there is nothing."""

RARELY_PAIRED = 0.5
"""Share of random batches in which every sample is of another class, above which a loss on pairs learns next to
nothing: with ten classes a batch of four."""

RUNAWAY = 20.0
"""Scale of dynamic AdaCos that no run which settles comes near: ten even classes in the plane stop it at 4 to 16."""


def finding(code: str, **fields: Any) -> Finding:
    """A finding; numbers become text as a reader writes them."""
    return {"code": code, "fields": {k: number(v) if isinstance(v, float) else v for k, v in fields.items()}}


class Watch:
    """Watches one run: `batch` after every batch, `findings` at every frame."""

    def __init__(self, recipe: Recipe, classes: int) -> None:
        self._recipe = recipe
        self._margin = recipe.knobs.get("margin")
        self._normalised = bool(recipe.knobs.get("normalize"))
        self._always = tuple(of_recipe(recipe, classes))
        self._idle = 0
        self._heaped_since: int | None = None
        self._usual_loss = usual_loss(recipe, classes)
        self._high_since: int | None = None
        self._first_length: float | None = None
        self._blown_at: int | None = None
        self._blown_to = 0.0

    def batch(self, loss: float) -> None:
        """Counts how many batches in a row have cost nothing."""
        self._idle = self._idle + 1 if loss == 0.0 else 0

    def state(self) -> dict[str, float | None]:
        """How long things have lasted, as plain values."""
        return {name: value for name, value in vars(self).items() if value is None or isinstance(value, int | float)}

    def restore(self, state: Mapping[str, float | None]) -> None:
        """Goes on from where `state` was taken. Raises KeyError for what it did not write."""
        for name in self.state():
            setattr(self, name, state[name])

    def findings(self, features: Tensor, readings: Mapping[str, float], step: int) -> tuple[Finding, ...]:
        """Everything to say about a frame with these features (N, d) and these readings of the last batch."""
        length = length_of(features)
        collapse = self._collapse(spread_of(features, normalised=self._normalised), length, readings["loss"], step)
        stray = (
            *self._diverging(readings["loss"], step),
            *self._blown_up(length, step),
            *_running_away(readings, step),
        )
        said = stray + (collapse or tuple(self._inactive(readings)))
        return said + tuple(always for always in self._always if not _contained(always["code"], said))

    def _diverging(self, loss: float, step: int) -> Iterator[Finding]:
        if self._first_length is None:  # the first frame
            self._usual_loss = max(self._usual_loss, loss)
        if loss <= DIVERGED * self._usual_loss or self._usual_loss == 0.0:
            self._high_since = None
            return
        if self._high_since is None:
            self._high_since = step
        if step - self._high_since >= PATIENCE:
            yield finding("health.diverging", n=step - self._high_since, times=round(loss / self._usual_loss))

    def _blown_up(self, length: float, step: int) -> Iterator[Finding]:
        """Once said it stays: what was learnt before is gone."""
        if self._first_length is None:
            self._first_length = length
        times = length / self._first_length if self._first_length else 0.0
        if self._blown_at is None and times > BLOWN_UP:
            self._blown_at, self._blown_to = step, times
        if self._blown_at is not None:
            yield finding("health.blown_up", step=self._blown_at, times=round(self._blown_to))

    def _collapse(self, spread: float, length: float, loss: float, step: int) -> tuple[Finding, ...]:
        soft = self._margin == "soft"
        margin = 1.0 if soft else float(self._margin or 0.0)
        heaped = spread < CLOSE * margin if margin else spread <= ONE_POINT * (1.0 if self._normalised else length)
        if not heaped:
            self._heaped_since = None
            return ()
        if self._heaped_since is None:
            self._heaped_since = step
        # initial weights may begin as a heap, which the first steps take apart
        if step - self._heaped_since < PATIENCE:
            return ()
        if length == 0.0 and self._recipe.last_relu:
            return (finding("health.collapse_relu"),)
        if not margin:
            return (finding("health.collapse_point"),)
        plateau = math.log(2) if soft else margin
        if spread < COLLAPSED * margin and abs(loss - plateau) < CLOSE * plateau:
            code, name = ("health.collapse_ln2", "ln2") if soft else ("health.collapse_margin", "margin")
            return (finding(code, **{name: plateau}),)
        return (finding("health.spread", spread=spread),)

    def _inactive(self, readings: Mapping[str, float]) -> Iterator[Finding]:
        if self._idle < PATIENCE:
            return
        empty = next((code for name, code in HOLDS_NONE.items() if readings.get(name) == 0), None)
        if empty is not None:
            yield finding(empty, n=self._idle)
        elif readings.get("active_triplets") == 0 and self._margin == "soft":
            yield finding("health.no_active_soft", n=self._idle)
        else:
            active = (name for name in ("active_pairs", "active_triplets") if readings.get(name) == 0)
            yield from (finding(f"health.no_{name}", n=self._idle) for name in active)


def _contained(code: str, said: tuple[Finding, ...]) -> bool:
    """Whether something that is said tells more than this does."""
    told = {found["code"] for found in said}
    more = {"health.no_positives": {*HOLDS_NONE.values()}, "health.dead_relu": {"health.collapse_relu"}}
    return bool(more.get(code.removesuffix("_space"), set()) & told)


def _running_away(readings: Mapping[str, float], step: int) -> Iterator[Finding]:
    """A scale that feeds on itself, which only dynamic AdaCos has."""
    if readings.get("scale", 0.0) > RUNAWAY:
        yield finding("health.scale_running", scale=readings["scale"], n=step)


def spread_of(features: Tensor, *, normalised: bool) -> float:
    """Root mean square distance of the features (N, d) from their mean, on unit vectors if `normalised`."""
    placed = functional.normalize(features) if normalised else features
    return (placed - placed.mean(0)).square().sum(1).mean().sqrt().item()


def length_of(features: Tensor) -> float:
    """Root mean square length of the features (N, d)."""
    return features.square().sum(1).mean().sqrt().item()


def usual_loss(recipe: Recipe, classes: int) -> float:
    """A loss that these settings may well have: its floor, or what one logit of full scale on the wrong side costs."""
    scales = [float(recipe.knobs[name]) for name in ("s", "gamma") if name in recipe.knobs]
    floor = geometry.loss_floor(recipe.loss, recipe.knobs, classes, recipe.dim)
    return max([0.0 if floor is None else float(floor), *scales])


def of_recipe(recipe: Recipe, classes: int) -> Iterator[Finding]:
    """What can be said before the first step: knobs without room, one quadrant for all, and batches without pairs."""
    for room in geometry.rooms(recipe.loss, recipe.knobs, classes, recipe.dim):
        margin = float(recipe.knobs[room.knob])
        if not room.holds(margin):
            code = "health.margin_least" if room.least else "health.margin_bound"
            yield finding(code, margin=margin, bound=room.bound, classes=classes, dim=recipe.dim)
    if recipe.last_relu and classes > recipe.dim:
        yield finding("health.dead_relu" if recipe.dim == 2 else "health.dead_relu_space")
    if catalog.losses()[recipe.loss].family == "pair" and recipe.sampler == "uniform":
        alone = math.prod(max(0, classes - n) / classes for n in range(recipe.batch_size))
        if alone > RARELY_PAIRED:
            yield finding("health.no_positives", n=recipe.batch_size, classes=classes)
