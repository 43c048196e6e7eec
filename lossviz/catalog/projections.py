"""What the page of projections asks about a run: its settings enter, what stands in each question leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lossviz.catalog.resolve import resolve
from lossviz.recipe import Knob, Recipe

METHODS = ("pca", "tsne", "umap")
WHICH = ("digits", "points")
"""Settings that choose the points; those of a run that are asked for first, in all dimensions."""

OWN = {"pca": (), "tsne": ("perplexity", "seed"), "umap": ("neighbours", "distance", "seed")}
"""Settings of each method; the others change nothing in its picture."""

DEFAULTS: Mapping[str, Knob] = {
    "digits": "probe",
    "points": 1000,
    "metric": "loss",
    "perplexity": 30.0,
    "neighbours": 15,
    "distance": 0.1,
    "seed": 0,
}
"""As the page opens, with the methods' own defaults."""

SHIPPED = {"projections-softmax": ("softmax", 64), "projections-arcface": ("arcface", 16)}
"""Recorded runs by name: loss and dimension. The page opens with the first."""


def recipe_of(name: str) -> Recipe:
    """The recipe of a shipped run."""
    loss, dim = SHIPPED[name]
    return resolve(loss=loss, dim=dim)


def of_points(values: Mapping[str, Knob]) -> dict[str, Any]:
    """What the question about the points themselves holds beside the run."""
    return {name: values[name] for name in WHICH}


def of_method(method: str, values: Mapping[str, Knob]) -> dict[str, Any]:
    """What the question about one projection holds beside whose points they are."""
    return {"method": method, **{name: values[name] for name in (*WHICH, "metric", *OWN[method])}}
