"""How a run measures nearness: a recipe enters, the metric of its kNN, recall and means leaves."""

from __future__ import annotations

from lossviz import catalog
from lossviz.analysis import Metric
from lossviz.recipe import Recipe


def metric_of(recipe: Recipe) -> Metric:
    """The loss's own metric; cosine as soon as the recipe makes it compare directions only."""
    knobs = recipe.knobs
    if knobs.get("normalize") or knobs.get("distance") in ("cosine", "angle"):
        return "cosine"
    if knobs.get("similarity") == "cosine" or knobs.get("level") == "class":
        return "cosine"
    return catalog.losses()[recipe.loss].metric
