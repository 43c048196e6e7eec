"""How a run goes from step to step: a recipe with its edits enters, legs leave, each with its settings and schedules.

Plain arithmetic: nothing of it has to be remembered for a run to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lossviz import catalog
from lossviz.engine.schedule import frame_steps, share_of_peak
from lossviz.recipe import Recipe

LOWEST_AT_FIRST = 0.1
"""Where the learning rate of a run begins, over its peak."""


@dataclass(frozen=True, kw_only=True)
class Leg:
    """A stretch without edits: from step `start` on `recipe` is in force, and unless edited ends after step `end`.

    cycle, low: the step and the learning rate with which the rate's present cycle began. since, already: the step
    and the loss's progress from which that grows evenly to 1. origin: the step at which the loss came into force.
    """

    start: int
    end: int
    recipe: Recipe
    cycle: int
    low: float
    since: int = 0
    already: float = 0.0
    origin: int = 0

    def rate(self, step: int) -> float:
        """The embedder's learning rate at this step: from `low` up to the recipe's and down to 1/1000 of it."""
        peak = self.recipe.lr
        return peak * share_of_peak((step - self.cycle) / (self.end - self.cycle), self.low / peak)

    def progress(self, step: int) -> float:
        """How far the loss's own schedules are, 0 … 1."""
        return self.already + (1 - self.already) * ((step - self.since) / (self.end - self.since))

    def then(self, start: int, recipe: Recipe, end: int) -> Leg:
        """The leg after edits at step `start`.

        Another learning rate, loss or number of epochs begins a new cycle from the present rate, or from the new
        peak where that is lower, so that the rate never leaps up. With another number of epochs the loss's schedules
        go on from where they are, never back; another loss begins its own. A knob changes neither.
        """
        now = self.recipe
        anew = (now.lr, now.loss, end) != (recipe.lr, recipe.loss, self.end)
        cycle, low = (start, min(self.rate(start), recipe.lr)) if anew else (self.cycle, self.low)
        since, already, origin = self.since, self.already, self.origin
        if end != self.end:
            since, already = start, self.progress(start)
        if now.loss != recipe.loss:
            since, already, origin = start, 0.0, start
        return Leg(
            start=start, end=end, recipe=recipe, cycle=cycle, low=low, since=since, already=already, origin=origin
        )  # fmt: skip


class Course:
    """The legs of a run, one more than there are steps with edits. per_epoch: steps an epoch."""

    def __init__(self, recipe: Recipe, per_epoch: int) -> None:
        first = catalog.in_force(recipe, 0)
        leg = Leg(start=0, end=first.epochs * per_epoch, recipe=first, cycle=0, low=first.lr * LOWEST_AT_FIRST)
        legs = [leg]
        for step in sorted({step for step, _, _ in recipe.edits}):
            now = catalog.in_force(recipe, step)
            legs.append(legs[-1].then(step, now, now.epochs * per_epoch))
        self.legs = tuple(legs)
        self.steps = legs[-1].end

    def leg(self, step: int) -> Leg:
        """The leg of the batch that follows `step` updates: edits at that step are in force."""
        return next(leg for leg in reversed(self.legs) if leg.start <= step)

    def before(self, step: int) -> Leg:
        """The leg of the frame after `step` updates: edits at that step have yet to act."""
        return next(leg for leg in reversed(self.legs) if leg.start < max(step, 1))

    @cached_property
    def frames(self) -> list[int]:
        """The steps after which a frame is taken: those of the base up to the edit, then ever rarer from there."""
        shown = frame_steps(self.legs[0].end)
        for leg in self.legs[1:]:
            fresh = (leg.start + step for step in frame_steps(leg.end - leg.start)[1:])
            shown = [*(step for step in shown if step <= leg.start), *fresh]
        return shown
