"""Angles of training digits to the sub-centres of their labels, of a run trained for a moment."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.engine import recorded
from lossviz.engine.studies.subcentres import answer, small
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.params import Refusal
from lossviz.runs.keyframes import material


@cache
def answered(loss: str, data: str = "mnist5k~flip0.3"):  # type: ignore[no-untyped-def]
    recipe = catalog.resolve(loss=loss, data=data, dim=3, epochs=1)
    last = [record for record in recorded(recipe) if record[:4] == CHECKPOINT][-1]
    about = material(Checkpoint.unpack(last[HEAD.size :]))
    return answer({"recipe": recipe.to_json()}, about, lambda *_: None)


def test_there_is_an_angle_to_every_subcentre() -> None:
    found = answered("subcenter_arcface")
    assert found["angles"].shape == (4000, 3)
    assert found["angles"].min() >= 0
    assert found["angles"].max() <= 180


def test_the_dominant_subcentre_is_nearest_to_most_digits_of_its_class() -> None:
    """Deng et al. 2020, section 3.4."""
    found = answered("subcenter_arcface")
    nearest = found["angles"].argmin(1)
    for label, dominant in enumerate(found["dominant"]):
        votes = np.bincount(nearest[found["given"] == label], minlength=3)
        assert votes[dominant] == votes.max()


def test_the_true_labels_differ_where_they_were_flipped() -> None:
    found = answered("subcenter_arcface")
    assert (found["given"] != found["true"]).mean() == pytest.approx(0.3)


def test_a_run_of_plain_arcface_has_one_centre_a_class_and_right_labels_without_noise() -> None:
    found = answered("arcface", "mnist5k")
    assert found["angles"].shape == (4000, 1)
    assert not found["dominant"].any()
    assert np.array_equal(found["given"], found["true"])


def test_a_run_without_class_vectors_is_refused() -> None:
    with pytest.raises(Refusal, match="class vectors"):
        answered("triplet")


def test_a_small_digit_is_the_mean_of_four_pixels_in_sixteen_shades() -> None:
    image = np.zeros((1, 28, 28), np.uint8)
    image[0, :2, :2] = [[255, 255], [0, 0]]
    assert small(image)[0, 0, 0] == 136  # 127.5, of which 8 · 17 is the nearest shade
    assert small(image).sum() == 136
