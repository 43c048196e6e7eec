"""The run in the picture: the desk and the hub enter; the run, and what a click does to it, leave."""

from __future__ import annotations

from dataclasses import dataclass, field

from lossviz import catalog
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.runs.run import Run
from lossviz.ui.desk import Desk, who
from lossviz.ui.forking import fork_of, leads_to

MOST_SEEDS = 1000


@dataclass(frozen=True)
class Shown:
    """The run that the page is about, and whether it is the one that the controls describe.

    `told`: its state and what is wrong with it, as the page is about to tell them.
    """

    run: Run
    same: bool
    told: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", told_of(self.run))

    @property
    def drawn(self) -> Run:
        """The run in the picture: a recording where this one ended before it had anything to show."""
        return self.run if self.run.live or self.run.frames else recording(self.run.recipe.loss, self.run.recipe.dim)


def told_of(run: Run) -> tuple[str, ...]:
    """The state of a run, and the codes of what its newest frame says is wrong with it."""
    return (run.state, *(found["code"] for found in run.last.get("health", [])))


def shown(desk: Desk) -> Shown:
    """The run that a person chose, else the controls' own, else the recording of the loss's usual recipe."""
    if desk.watching:
        chosen = hub().run(desk.watching)
        if chosen is not None:
            return Shown(chosen, leads_to(chosen, desk.recipe))
        desk.watching, desk.missing_run = None, True
    own = hub().run(desk.recipe.key)
    if own is not None and not (own.live and own.key == desk.left):
        return Shown(own, same=True)
    return Shown(recording(desk.recipe.loss, desk.recipe.dim), same=False)


def recording(loss: str, dim: int = 2) -> Run:
    """The shipped recording of the loss's usual recipe, in this dimension if there is one.

    A loss that has none yet shows another's, whose name stands in its title. Raises LookupError without any.
    """
    losses = [loss, *(other for other in catalog.losses() if other != loss)]
    wanted = (catalog.resolve(loss=loss, dim=dim), *(catalog.resolve(loss=other) for other in losses))
    usual = next((run for recipe in wanted if (run := hub().run(recipe.key))), None)
    if usual is None:
        raise LookupError("no recordings: make record")
    return usual


def next_seed(recipe: Recipe) -> int:
    """The recipe's seed, or the first one after it that has not been trained with these settings yet."""
    seeds = range(recipe.seed, recipe.seed + MOST_SEEDS)
    return next((seed for seed in seeds if not hub().knows(recipe.but(seed=seed).key)), recipe.seed)


def train(desk: Desk, seed: int) -> None:
    """Starts the controls' recipe with this seed and puts it into the picture; leaves the run before it."""
    desk.change(seed=seed)
    _begin(desk, desk.recipe)


def again(desk: Desk, key: str) -> None:
    """Trains a run that ended before its time from its beginning."""
    run = hub().run(key)
    if run is not None:
        _begin(desk, run.recipe)


def anew(desk: Desk, key: str) -> None:
    """Trains a run once more from the same initial weights; one that others follow as well is left as it is."""
    run = hub().run(key)
    desk.shared = run is not None and run.live and hub().watchers(key) > 1
    if run is not None and not desk.shared:
        hub().stop(key, who())
        _begin(desk, run.recipe, anew=True)


def hold(desk: Desk, recipe: Recipe) -> None:
    """Begins this run from its initial weights and holds it before its first step."""
    _begin(desk, recipe, anew=True, held=True)


def revive(desk: Desk, key: str) -> None:
    """Lets a run that ended before its time go on from its newest checkpoint."""
    run = hub().run(key)
    if run is not None:
        _begin(desk, run.recipe, revived=True)


def forkable(desk: Desk, picture: Shown) -> Run | None:
    """The run that can take over the controls' settings from its newest frame on: that in the picture, or one's own."""
    own = hub().run(desk.started) if desk.started else None
    return next((run for run in (picture.run, own) if run is not None and fork_of(run, desk.recipe)), None)


def fork(desk: Desk, key: str) -> None:
    """Lets that run go on with the controls' settings, as a run of one's own; others keep the one before."""
    run = hub().run(key)
    recipe = None if run is None else fork_of(run, desk.recipe)
    if recipe is not None:
        hub().stop(key, who())
        _begin(desk, recipe)


def _begin(desk: Desk, recipe: Recipe, *, revived: bool = False, anew: bool = False, held: bool = False) -> None:
    before = desk.started
    try:
        if before and before != recipe.key:
            hub().stop(before, who())
        known = hub().revive(recipe.key, who()) if revived else None
        run = known or hub().submit(recipe, who(), anew=anew, held=held)
    except Refusal as refusal:
        desk.refusals = [refusal]
        return
    desk.watching = desk.started = run.key
    desk.points = None


def stop(desk: Desk, key: str) -> None:
    """Leaves the run: with nobody else there training ends and the picture stays, else the others keep it."""
    hub().stop(key, who())
    run = hub().run(key)
    left = run is not None and run.live
    desk.watching, desk.left = (None, key) if left else (key, None)


def pause(desk: Desk, key: str) -> None:
    """Holds training, if nobody else watches; the page says so otherwise."""
    desk.shared = not hub().pause(key, who())


def resume(desk: Desk, key: str) -> None:
    """Lets training go on."""
    desk.shared = not hub().resume(key, who())


def step(desk: Desk, key: str) -> None:
    """Trains one step and pauses there."""
    desk.shared = not hub().step(key, who())
