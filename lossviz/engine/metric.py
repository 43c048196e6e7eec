"""How a run measures nearness: a recipe enters, the metric of its kNN, recall and means leaves."""

from __future__ import annotations

from lossviz import catalog
from lossviz.analysis import Metric
from lossviz.recipe import Recipe


def metric_of(recipe: Recipe) -> Metric:
    """The loss's own metric; cosine as soon as the recipe makes it compare directions only."""
    if recipe.knobs.get("normalize") or recipe.knobs.get("distance") in ("cosine", "angle"):
        return "cosine"
    return catalog.losses()[recipe.loss].metric
