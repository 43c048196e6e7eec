"""Runs that pages open with besides the losses' own, and what is asked about them; all of it is shipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lossviz.catalog import classic, openset, projections
from lossviz.catalog.stress import imbalanced, noisy
from lossviz.recipe import Recipe


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question as `lossviz.runs.studies` has it, of a run: `more` stands in it beside the run's recipe."""

    kind: str
    more: Mapping[str, Any] = field(default_factory=dict)
    version: int = 1


@dataclass(frozen=True, kw_only=True)
class Studied:
    """A run that is shipped under a name of its own, with the answers to these questions; or answers without a run."""

    name: str
    recipe: Recipe | None
    asked: tuple[Asked, ...] = ()


def studied() -> tuple[Studied, ...]:
    """Everything that is shipped for the pages that strain a loss."""
    return (*_noise(), *_imbalance(), *_openset(), *_projections(), _classic())


def _noise() -> tuple[Studied, ...]:
    """What `/noise` opens with."""
    asked = {"subcenter_arcface": (Asked(kind="subcentres"),)}
    return tuple(
        Studied(name=f"noise-{recipe.loss}", recipe=recipe, asked=asked.get(recipe.loss, ()))
        for recipe in noisy().recipes
    )


def _imbalance() -> tuple[Studied, ...]:
    """What `/imbalance` opens with."""
    asked = (Asked(kind="per_class"),)
    return tuple(
        Studied(name=f"imbalance-{recipe.loss}", recipe=recipe, asked=asked) for recipe in imbalanced().recipes
    )


def _openset() -> tuple[Studied, ...]:
    """What `/openset` opens with."""
    asked = (Asked(kind=openset.KIND, more=openset.asked()),)
    return tuple(
        Studied(name=f"openset-{recipe.loss}", recipe=recipe, asked=asked) for recipe in openset.openset().recipes
    )


def _projections() -> tuple[Studied, ...]:
    """What `/projections` opens with."""
    settings = projections.DEFAULTS
    asked = (
        Asked(kind="embeddings", more=projections.of_points(settings)),
        *(Asked(kind="projection", more=projections.of_method(m, settings)) for m in projections.METHODS),
    )
    return tuple(Studied(name=name, recipe=projections.recipe_of(name), asked=asked) for name in projections.SHIPPED)


def _classic() -> Studied:
    """What `/classic` opens with: no run."""
    return Studied(
        name="classic", recipe=None, asked=tuple(Asked(kind="classic", more=more) for more in classic.shipped())
    )
