"""Rare classes, ellipses and projections as data: recalls, areas and measures are those of their definitions."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
from sklearn.metrics import recall_score

from lossviz.figures import classic, imbalance, projection

ROUNDED = {
    "places": np.array([[[9, 9], [9, 9]], [[0, 2], [-4, 1]]], np.int16),
    "scale": np.array([1.0, 0.5], np.float32),
    "ks": np.array([5, 15]),
    "trustworthiness": np.array([0.9, 0.8]),
    "continuity": np.array([0.95, 0.85]),
    "overlap": np.array([0.3, 0.2]),
}


def test_recalls_are_scikit_learns() -> None:
    true, told = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 2, 2])
    counts = np.zeros((3, 3), int)
    np.add.at(counts, (true, told), 1)
    found = imbalance.recalls({"fixed": {"sizes": np.array([9, 3, 1]), "confusion": counts}})
    assert found.right["fixed"] == pytest.approx(recall_score(true, told, average=None))


def test_recalls_of_other_class_sizes_are_refused() -> None:
    runs = {str(n): {"sizes": np.array([n, 1]), "confusion": np.eye(2, dtype=int)} for n in (1, 2)}
    with pytest.raises(ValueError, match="one data set"):
        imbalance.recalls(runs)


def test_a_class_is_named_with_its_digits() -> None:
    found = imbalance.recalls({"fixed": {"sizes": np.array([400, 4]), "confusion": np.eye(2, dtype=int)}})
    assert list(imbalance.drawn(found, "dark").layout.xaxis.ticktext) == ["0<br>n = 400", "1<br>n = 4"]


def test_an_ellipse_is_narrow_where_its_metric_is_strong_and_keeps_its_area() -> None:
    rim = classic.ellipses([[0, 1]], [0], {"nca": [[2.0, 0.0], [0.0, 1.0]]}).rims["nca"]
    assert np.abs(rim).max(0) == pytest.approx([2**-0.5, 2**0.5])
    x, y = rim.T
    assert abs(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2 == pytest.approx(np.pi, rel=1e-3)


def test_a_metric_that_is_blind_in_one_direction_still_has_an_ellipse() -> None:
    assert np.isfinite(classic.ellipses([[0, 1]], [0], {"mmc": [[1.0, 0.0]]}).rims["mmc"]).all()


def test_ellipses_are_named_with_their_shape() -> None:
    figure = classic.drawn(classic.ellipses([[0, 1]], [0], {"nca": [[2.0, 0.0], [0.0, 1.0]]}), "light")
    assert figure.data[0].name == "nca, 2.0 : 1"


def test_a_projection_is_that_of_its_last_moment_with_its_measures_in_the_title() -> None:
    found = projection.projection(ROUNDED, [3, 8])
    assert found.places.tolist() == [[0.0, 1.0], [-2.0, 0.5]]
    title = projection.drawn(found, "light").layout.annotations[0].text
    assert title == "trustworthiness 0.800, continuity 0.850, kNN overlap 0.200 (k = 15)"


def test_a_neighbourhood_that_was_not_measured_is_refused() -> None:
    with pytest.raises(ValueError, match="one of 5, 15, got 50"):
        projection.projection(ROUNDED, [3, 8], k=50)


def test_examples() -> None:
    assert doctest.testmod(classic).failed == 0
