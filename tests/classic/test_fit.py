"""What holds for each of the four methods."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from lossviz.classic import METHODS, Matrix, fit, transform
from lossviz.classic.linear import principal

FEW = 100
EVERY = pytest.mark.parametrize("method", METHODS)


def noisy(seed: int) -> tuple[Matrix, Any]:
    """Three classes told apart by two coordinates, beside four louder ones that tell nothing."""
    chance = np.random.default_rng(seed)
    y = np.arange(90) % 3
    corners = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    return np.hstack([corners[y] + chance.normal(size=(90, 2)) * 0.25, chance.normal(size=(90, 4)) * 1.5]), y


def accuracy(matrix: Matrix) -> float:
    (x, y), (unseen, names) = noisy(0), noisy(1)
    return float(KNeighborsClassifier(5).fit(transform(x, matrix), y).score(transform(unseen, matrix), names))


def test_the_directions_of_most_variance_tell_little() -> None:
    assert accuracy(principal(noisy(0)[0], 2)) < 0.6


@EVERY
def test_it_finds_the_directions_that_tell(method: str) -> None:
    assert accuracy(fit(method, *noisy(0), 2, count=FEW)) > 0.9


@EVERY
def test_the_map_has_the_wanted_rows_and_the_same_arguments_give_the_same(method: str) -> None:
    found = fit(method, *noisy(0), 3, seed=4, count=FEW)
    assert found.shape == (3, 6)
    assert found.tobytes() == fit(method, *noisy(0), 3, seed=4, count=FEW).tobytes()


@EVERY
def test_each_iteration_is_told(method: str) -> None:
    told: list[tuple[int, float]] = []
    fit(method, *noisy(0), 2, count=FEW, told=lambda *news: told.append(news))
    assert [n for n, _ in told] == list(range(1, len(told) + 1))
    assert len(told) >= 3
    assert np.isfinite([value for _, value in told]).all()


@EVERY
def test_whoever_is_told_can_end_it(method: str) -> None:
    def stop(n: int, _: float) -> None:
        if n == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        fit(method, *noisy(0), 2, told=stop)


@EVERY
def test_names_and_bytes_do_as_labels_and_points(method: str) -> None:
    x, y = noisy(0)
    small = np.round(x * 10 + 100).astype(np.uint8)
    named = fit(method, small, np.array(["a", "b", "c"])[y], 2, count=FEW)
    np.testing.assert_array_equal(named, fit(method, small.astype(float), y, 2, count=FEW))


@EVERY
def test_equal_points_are_no_trouble(method: str) -> None:
    x, y = noisy(0)
    assert np.isfinite(fit(method, np.vstack([x, x[:30]]), np.concatenate([y, y[:30]]), 2, count=400)).all()


@EVERY
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"dim": 0}, "dim must lie in 1 … 6, got 0"),
        ({"dim": 7}, "dim must lie in 1 … 6, got 7"),
        ({"y": [0, 1]}, "y must hold one label for each of the 90 points, got shape [2]"),
        ({"y": [0] * 90}, "y must hold at least two classes, got only 0"),
        ({"x": [1.0, 2.0]}, "x must be a matrix [N, D] with at least one row, got shape [2]"),
        ({"x": [[0.0, 1.0], [np.nan, 0.0]]}, "x must be finite, got nan in row 1"),
    ],
)
def test_what_is_not_allowed_is_named(method: str, wrong: dict[str, Any], said: str) -> None:
    x, y = noisy(0)
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        fit(method, **{"x": x, "y": y, "dim": 2, **wrong})


@pytest.mark.parametrize(
    ("method", "knob", "said"),
    [
        ("lmnn", {"mu": 1.0}, "mu must lie between 0 and 1, got 1.0"),
        ("lmnn", {"k": 30}, "k must lie in 1 … 29, one less than the smallest class has points, got 30"),
        ("itml", {"gamma": 0.0}, "gamma must be greater than 0, got 0.0"),
        ("itml", {"bounds": (0.0, 1.0)}, "bounds must be greater than 0, got 0.0"),
        ("itml", {"count": 0}, "count must be at least 1, got 0"),
        ("mmc", {"count": 3}, "pairs must differ in all 6 directions where they are similar, got 3: take more"),
        ("pca", {}, "method must be one of nca, lmnn, itml, mmc, got pca"),
    ],
)
def test_a_knob_that_is_not_allowed_is_named(method: str, knob: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        fit(method, *noisy(0), 2, **knob)


def test_points_of_another_width_are_not_looked_at() -> None:
    with pytest.raises(ValueError, match="x must be 3 wide, as the map is, got 2"):
        transform([[1.0, 2.0]], np.eye(3))
