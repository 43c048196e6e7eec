"""Wrong labels by angle as data: who is counted where, and what a threshold is worth."""

from __future__ import annotations

import numpy as np
import pytest

from lossviz.figures import noise

ANSWER = {
    "angles": np.array([[10.0, 80.0], [12.0, 3.0], [40.0, 2.0], [90.0, 60.0], [50.0, 20.0]], np.float32),
    "dominant": np.array([0, 1], np.int8),
    "given": np.array([0, 0, 0, 1, 1], np.uint8),
    "true": np.array([0, 0, 1, 0, 1], np.uint8),
    "valley": np.array([30.0], np.float32),
}


def test_every_label_is_counted_by_its_angle_to_the_dominant_sub_centre() -> None:
    found = noise.angles(ANSWER)
    assert found.edges[np.flatnonzero(found.right)].tolist() == [10.0, 20.0]
    assert found.edges[np.flatnonzero(found.wrong)].tolist() == [40.0, 60.0]
    assert (found.right.sum(), found.wrong.sum()) == (3, 2)


def test_the_threshold_starts_at_the_valley() -> None:
    found = noise.angles(ANSWER)
    assert (found.threshold, found.precision, found.recall) == (30.0, 1.0, 1.0)


def test_a_threshold_of_ones_own_drops_whatever_lies_beyond() -> None:
    found = noise.angles(ANSWER, 15.0)
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), 1.0)


def test_one_heap_has_no_threshold() -> None:
    found = noise.angles({**ANSWER, "valley": np.array([np.nan])})
    assert (found.valley, found.threshold) == (None, None)
    assert np.isnan(found.precision)
    assert [note.text for note in noise.drawn(found, "light").layout.annotations] == ["75°"]


def test_the_drawing_names_threshold_and_valley() -> None:
    figure = noise.drawn(noise.angles(ANSWER, 75.5), "dark")
    words = [note.text for note in figure.layout.annotations]
    assert words == ["75°", "valley 30.0°", "75.5°", "precision –, recall 0.0%"]
