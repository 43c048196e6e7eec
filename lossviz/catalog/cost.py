"""What a run costs: a recipe enters, seconds on one core leave, before anything is trained."""

from __future__ import annotations

from lossviz.catalog.edits import steps_of
from lossviz.catalog.entries import dataset, embedders
from lossviz.catalog.resolve import USUAL_EMBEDDER
from lossviz.recipe import Recipe

LOOKS = 61
"""Frames of a run that is long enough."""

DRAWN, TRIED = 3, 4096
"""Dimensions that are drawn as they are; digits at most of the trial that finds axes for more."""


def cpu_seconds(recipe: Recipe) -> float:
    """CPU seconds of the run on one core of a server, to be said as "about": batches and frames, losses left out.

    >>> round(cpu_seconds(resolve(loss="arcface")))
    7
    """
    network, data = embedders()[recipe.embedder], dataset(recipe.data)
    trained = steps_of(recipe) * recipe.batch_size
    looked_at = LOOKS * data.probe_size + data.train_size
    return trained / network.trained_a_second + looked_at / network.embedded_a_second


def longest_wait(recipe: Recipe) -> float:
    """CPU seconds from one frame to the next, or to the first where an epoch's trial looks for axes before it."""
    tried = min(TRIED, dataset(recipe.data).train_size) if recipe.dim > DRAWN else 0
    return max(cpu_seconds(recipe) / LOOKS, tried / embedders()[recipe.embedder].trained_a_second)


def times_usual(recipe: Recipe) -> float:
    """How many times as much this costs as the same run with the usual embedder."""
    return cpu_seconds(recipe) / cpu_seconds(recipe.but(embedder=USUAL_EMBEDDER))
