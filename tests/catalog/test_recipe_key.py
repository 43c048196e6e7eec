"""The key of a run: equal recipes have equal keys, and everything that determines a run changes it."""

from __future__ import annotations

import dataclasses

import pytest

from lossviz import recipe as recipes
from lossviz.catalog import resolve
from lossviz.recipe import Recipe

CHANGES = {
    "data": "mnist",
    "embedder": "other",
    "dim": 3,
    "loss": "cosface",
    "knobs": {"m": 0.31},
    "optimiser": "sgd",
    "lr": 0.02,
    "weight_decay": 0.0,
    "sampler": "balanced",
    "batch_size": 64,
    "p_classes": 5,
    "k_samples": 8,
    "roll": 0,
    "epochs": 21,
    "seed": 1,
    "device": "cuda",
    "bias": False,
    "last_relu": True,
    "edits": ((3, "m", 0.4),),
}


def test_every_field_is_changed_here() -> None:
    assert CHANGES.keys() == {field.name for field in dataclasses.fields(Recipe)}


@pytest.mark.parametrize("field", CHANGES)
def test_a_changed_field_changes_the_key(field: str) -> None:
    recipe = resolve(loss="arcface")
    assert recipe.but(**{field: CHANGES[field]}).key != recipe.key


def test_the_engines_version_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = resolve(loss="arcface").key
    monkeypatch.setattr(recipes, "ENGINE_VERSION", recipes.ENGINE_VERSION + 1)
    assert resolve(loss="arcface").key != before


def test_the_order_of_the_settings_does_not_matter() -> None:
    first, second = resolve(loss="arcface", m=0.4, s=20.0), resolve(s=20, m=0.4, loss="arcface")
    assert first == second
    assert first.key == second.key


def test_naming_a_default_changes_nothing() -> None:
    assert resolve(loss="arcface", m=0.3, epochs=20).key == resolve(loss="arcface").key


def test_a_key_survives_the_way_through_json() -> None:
    recipe = resolve(loss="triplet_batch_hard", seed=5)
    assert Recipe.from_json(recipe.to_json()).key == recipe.key
