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


def finding(code: str, **fields: Any) -> Finding:
    """A finding; numbers become text as a reader writes them."""
    return {"code": code, "fields": {k: number(v) if isinstance(v, float) else v for k, v in fields.items()}}


class Watch:
    """Watches one run: `batch` after every batch, `findings` at every frame."""

    def __init__(self, recipe: Recipe, classes: int) -> None:
        self._margin = recipe.knobs.get("margin")
        self._normalised = bool(recipe.knobs.get("normalize"))
        self._always = tuple(of_recipe(recipe, classes))
        self._idle = 0
        self._heaped_since: int | None = None

    def batch(self, loss: float) -> None:
        """Counts how many batches in a row have cost nothing."""
        self._idle = self._idle + 1 if loss == 0.0 else 0

    def findings(self, features: Tensor, readings: Mapping[str, float], step: int) -> tuple[Finding, ...]:
        """Everything to say about a frame with these features (N, d) and these readings of the last batch."""
        collapse = self._collapse(spread_of(features, normalised=self._normalised), readings["loss"], step)
        return self._always + (collapse or tuple(self._inactive(readings)))

    def _collapse(self, spread: float, loss: float, step: int) -> tuple[Finding, ...]:
        if self._margin is None:
            return ()
        soft = self._margin == "soft"
        margin, plateau = (1.0, math.log(2)) if soft else (float(self._margin), float(self._margin))
        if spread >= CLOSE * margin:
            self._heaped_since = None
            return ()
        if self._heaped_since is None:
            self._heaped_since = step
        # initial weights may begin as a heap, which the first steps take apart
        if step - self._heaped_since < PATIENCE:
            return ()
        if spread < COLLAPSED * margin and abs(loss - plateau) < CLOSE * plateau:
            code, name = ("health.collapse_ln2", "ln2") if soft else ("health.collapse_margin", "margin")
            return (finding(code, **{name: plateau}),)
        return (finding("health.spread", spread=spread),)

    def _inactive(self, readings: Mapping[str, float]) -> Iterator[Finding]:
        for name in ("active_pairs", "active_triplets"):
            if readings.get(name) == 0 and self._idle >= PATIENCE:
                yield finding(f"health.no_{name}", n=self._idle)


def spread_of(features: Tensor, *, normalised: bool) -> float:
    """Root mean square distance of the features (N, d) from their mean, on unit vectors if `normalised`."""
    placed = functional.normalize(features) if normalised else features
    return (placed - placed.mean(0)).square().sum(1).mean().sqrt().item()


def of_recipe(recipe: Recipe, classes: int) -> Iterator[Finding]:
    """What can be said before the first step."""
    entry = catalog.losses()[recipe.loss]
    room = geometry.feasible_margin(recipe.loss, classes, recipe.dim)
    if entry.margin and room and float(recipe.knobs[entry.margin[0]]) > room[0]:
        margin = float(recipe.knobs[entry.margin[0]])
        yield finding("health.margin_bound", margin=margin, bound=room[0], classes=classes, dim=recipe.dim)
