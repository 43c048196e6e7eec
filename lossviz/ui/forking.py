"""Changes to a run under way: the run in the picture and the controls' recipe enter, the recipe of a fork leaves."""

from __future__ import annotations

from lossviz import catalog
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs.run import Run

OF_THE_BATCHES = ("sampler", "batch_size", "p_classes", "k_samples")


def fork_of(run: Run, wanted: Recipe) -> Recipe | None:
    """The run's recipe with edits after its newest frame that lead to the settings wanted.

    None where there is no frame yet, nothing to change, or something that cannot change in a run, and where the
    controls have edits of their own. Another loss takes over the batches that the run draws.
    """
    if wanted.edits:
        return None
    now, step = catalog.in_force(run.recipe), int(run.last.get("step", 0))
    changes = _changes(now, wanted)
    if not step or not changes or not _reached(now, wanted):
        return None
    try:
        return catalog.edited(run.recipe, [*run.recipe.edits, *((step, name, value) for name, value in changes)])
    except Refusal:
        return None


def leads_to(run: Run, wanted: Recipe) -> bool:
    """Whether the run, at its end, follows these settings."""
    if wanted.edits or not run.recipe.edits:
        return run.key == wanted.key
    now = catalog.in_force(run.recipe)
    return run.key == wanted.key or (not _changes(now, wanted) and _reached(now, wanted))


def _changes(now: Recipe, wanted: Recipe) -> list[tuple[str, float | int | str | bool]]:
    fields = [(name, getattr(wanted, name)) for name in ("loss", "epochs", "lr")]
    before = now.knobs if now.loss == wanted.loss else dict(catalog.resolve(loss=wanted.loss).knobs)
    knobs = [(name, value) for name, value in wanted.knobs.items() if before.get(name) != value]
    return [(name, value) for name, value in fields if getattr(now, name) != value] + knobs


def _reached(now: Recipe, wanted: Recipe) -> bool:
    """Whether nothing else than what may change differs."""
    kept = {name: getattr(now, name) for name in OF_THE_BATCHES} if now.loss != wanted.loss else {}
    like = {name: getattr(wanted, name) for name in ("loss", "knobs", "epochs", "lr")}
    return bool(now.but(edits=(), **like) == wanted.but(edits=(), **kept))
