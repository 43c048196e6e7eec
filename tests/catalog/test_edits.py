"""Edits: in order and in range, written in a link and read back, and what a run follows at each step."""

from __future__ import annotations

import pytest

from lossviz import catalog, limits
from lossviz.params import Refusal

STEPS = 620
"""20 epochs of 4,000 digits in batches of 128, the incomplete last one left out."""


def test_the_run_counts_its_steps_with_all_edits() -> None:
    recipe = catalog.resolve(loss="softmax")
    assert catalog.steps_of(recipe) == STEPS
    assert catalog.steps_of(catalog.edited(recipe, [(STEPS, "epochs", 30)])) == 930


def test_edits_act_by_step_and_the_loss_before_its_knobs() -> None:
    edits = [(300, "m", 0.2), (300, "loss", "arcface"), (120, "lr", 0.001)]
    recipe = catalog.resolve(loss="softmax", edits=edits)
    assert recipe.edits == ((120, "lr", 0.001), (300, "loss", "arcface"), (300, "m", 0.2))


def test_the_recipe_in_force_changes_at_the_edits_step() -> None:
    recipe = catalog.resolve(loss="softmax", lr=0.01, edits=[(300, "loss", "arcface"), (120, "lr", 0.001)])
    assert [catalog.in_force(recipe, step).lr for step in (119, 120)] == [0.01, 0.001]
    assert [catalog.in_force(recipe, step).loss for step in (299, 300)] == ["softmax", "arcface"]


def test_another_loss_takes_its_live_knobs() -> None:
    now = catalog.in_force(catalog.resolve(loss="softmax", edits=[(300, "loss", "arcface"), (300, "m", 0.2)]))
    assert dict(now.knobs) == {**catalog.resolve(loss="arcface").knobs, "m": 0.2}


def test_the_base_lacks_all_edits_of_the_last_step() -> None:
    recipe = catalog.resolve(loss="softmax", edits=[(120, "lr", 0.001), (300, "lr", 0.1), (300, "loss", "arcface")])
    assert catalog.base(recipe).edits == ((120, "lr", 0.001),)
    assert catalog.base(catalog.base(recipe)) == catalog.resolve(loss="softmax")


def test_a_link_writes_edits_and_reads_them_back() -> None:
    recipe = catalog.resolve(loss="softmax", edits=[(120, "lr", 0.001), (300, "loss", "arcface"), (300, "m", 0.2)])
    pairs = catalog.written(recipe)
    assert pairs["edits"] == "120:lr:0.001;300:loss:arcface;300:m:0.2"
    assert catalog.from_written(pairs) == (recipe, [])


def test_no_edits_no_word_of_them() -> None:
    assert "edits" not in catalog.written(catalog.resolve(loss="softmax"))


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ((0, "lr", 0.1), "Recipe step must lie in 1"),
        ((STEPS, "lr", 0.1), "must act at a step in 1 … 619, .* got 620"),
        ((STEPS + 1, "epochs", 30), "must act at a step in 1 … 620, .* got 621"),
        ((310, "epochs", 10), "must act at a step in 1 … 309, .* got 310"),
        ((5, "lr", 2.0), "Recipe learning rate must .* got 2"),
        ((5, "lr", "fast"), "Recipe learning rate must be a number, got fast"),
        ((5, "seed", 1), "edits may change loss, epochs, lr, label_smoothing, reduction, got seed"),
        ((5, "m", 0.3), "edits may change .* got m"),
        ((5, "label_smoothing", 1.5), "Softmax label smoothing must"),
        ((5, "loss", "none"), "Recipe loss must be one of"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(edit: tuple[int, str, object], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        catalog.resolve(loss="softmax", edits=[edit])


def test_a_field_changes_once_a_step() -> None:
    with pytest.raises(Refusal, match="change lr only once at a step, got it twice at step 5"):
        catalog.resolve(loss="softmax", edits=[(5, "lr", 0.1), (5, "lr", 0.2)])


def test_edits_are_limited() -> None:
    edits = [(step, "lr", 0.1) for step in range(1, limits.MOST_EDITS + 2)]
    with pytest.raises(Refusal, match=f"may number {limits.MOST_EDITS} at most"):
        catalog.resolve(loss="softmax", edits=edits)


@pytest.mark.parametrize("part", ["7:lr", "x:lr:0.1", "7:lr:nan", "7", "7:seed:1", ":::", "1e9:lr:0.1", "-3:lr:0.1"])
def test_a_refused_edit_of_a_link_is_left_out_and_reported(part: str) -> None:
    recipe, refusals = catalog.from_written({"loss": "softmax", "edits": f"5:lr:0.1;{part}"})
    assert recipe.edits == ((5, "lr", 0.1),)
    assert len(refusals) == 1


def test_a_change_keeps_the_edits() -> None:
    recipe = catalog.resolve(loss="softmax", epochs=8, edits=[(20, "loss", "arcface"), (40, "m", 0.2)])
    assert catalog.changed(recipe, seed=1) == recipe.but(seed=1)


def test_a_change_lets_go_of_edits_that_no_longer_fit() -> None:
    recipe = catalog.resolve(loss="softmax", epochs=8, edits=[(20, "loss", "arcface"), (40, "m", 0.2)])
    assert catalog.changed(recipe, epochs=1).edits == ((20, "loss", "arcface"),)
