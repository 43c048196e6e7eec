"""What the picture of a fork says of its changes: the step, what was before, and what came."""

from __future__ import annotations

import pytest

from lossviz import catalog
from lossviz.recipe import Edit
from lossviz.text import translator
from lossviz.ui.editing import changes


def said(*edits: Edit, language: str = "en") -> list[tuple[int, str]]:
    return changes(catalog.edited(catalog.resolve(loss="arcface", lr=0.01), edits), translator(language))


def test_a_run_without_edits_says_nothing() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Step 120: margin 0.3 → 0.1."),
        ("zh-Hans", "第 120 步：间隔 0.3 → 0.1。"),
        ("zh-Hant", "第 120 步：間隔 0.3 → 0.1。"),
    ],
)
def test_a_knob_is_told_with_its_value_before(language: str, words: str) -> None:
    assert said((120, "m", 0.1), language=language) == [(120, words)]


def test_a_second_change_counts_from_the_first() -> None:
    assert said((120, "m", 0.1), (200, "m", 0.2))[1] == (200, "Step 200: margin 0.1 → 0.2.")


def test_changes_of_one_step_stand_in_one_sentence() -> None:
    assert said((90, "lr", 0.001), (90, "m", 0.5)) == [(90, "Step 90: learning rate 0.01 → 0.001, margin 0.3 → 0.5.")]


def test_a_knob_that_comes_with_another_loss_has_no_value_before() -> None:
    ((_, words),) = said((400, "loss", "triplet"), (400, "margin", 0.5))
    assert words == "Step 400: loss ArcFace → Triplet loss, margin 0.5."
