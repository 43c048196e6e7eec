"""What a comparison promises: equal settings draw equal frames, and before the first step only the loss differs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lossviz.catalog.comparison import Comparison
from lossviz.engine import train
from lossviz.frame import Frame
from lossviz.recipe import Recipe


def opening(recipe: Recipe, frames: int) -> list[Frame]:
    """The first frames of a run."""
    run = train(recipe)
    found = list(itertools.islice(run, frames))
    run.close()
    return found


def of(*losses: str) -> tuple[Recipe, ...]:
    return Comparison(sides=tuple({"loss": loss} for loss in losses), shared={"epochs": 1}).recipes


def test_two_panels_with_the_same_settings_show_the_same_frames() -> None:
    first, second = (opening(recipe, 4) for recipe in of("arcface", "arcface"))
    assert [frame.pack() for frame in first] == [frame.pack() for frame in second]


@pytest.mark.parametrize("losses", [("softmax", "center", "arcface"), ("softmax", "triplet_semihard", "circle")])
def test_the_first_frame_is_the_same_whatever_the_loss(losses: tuple[str, ...]) -> None:
    first, *others = [opening(recipe, 1)[0].points for recipe in of(*losses)]
    assert all(np.array_equal(first, other) for other in others)


def test_the_panels_have_frames_at_the_same_steps() -> None:
    steps = {tuple(frame.step for frame in opening(recipe, 6)) for recipe in of("softmax", "triplet_semihard")}
    assert len(steps) == 1
