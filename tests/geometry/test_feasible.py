"""Widest margins, against the papers' and the Tammes problem's numbers."""

from __future__ import annotations

import math

import pytest

from lossviz.geometry import cosface_max_margin, feasible_margin, widest_angle


@pytest.mark.parametrize(
    ("classes", "dim", "degrees", "attained"),
    [
        (2, 1, 180.0, True),
        (3, 1, 0.0, True),
        (10, 2, 36.0, True),
        (3, 2, 120.0, True),
        (4, 3, 109.47, True),
        (6, 3, 90.0, True),
        (10, 3, 66.15, True),
        (10, 9, 96.38, True),
        (9, 4, 90.0, False),
    ],
)
def test_widest_angle(classes: int, dim: int, degrees: float, attained: bool) -> None:
    angle, reached = widest_angle(classes, dim)
    assert math.degrees(angle) == pytest.approx(degrees, abs=0.005)
    assert reached is attained


@pytest.mark.parametrize(
    ("classes", "dim", "cosine", "angle"),
    [(10, 2, 0.191, 0.628), (5, 2, 0.691, 1.257), (3, 2, 1.5, 2.094), (10, 3, 0.5956, 1.1545)],
)
def test_feasible_margins(classes: int, dim: int, cosine: float, angle: float) -> None:
    assert feasible_margin("cosface", classes, dim) == (pytest.approx(cosine, abs=5e-4), True)
    assert feasible_margin("arcface", classes, dim) == (pytest.approx(angle, abs=5e-4), True)


def test_a_loss_without_such_a_margin_has_no_bound() -> None:
    assert feasible_margin("softmax", 10, 2) is None
    assert feasible_margin("arcface", 1, 2) is None


def test_the_papers_bound_is_not_attained_between_plane_and_simplex() -> None:
    assert cosface_max_margin(10, 3) == {"bound": pytest.approx(10 / 9), "attained": False}


@pytest.mark.parametrize(("classes", "dim"), [(1, 2), (10, 0)])
def test_too_few_are_refused(classes: int, dim: int) -> None:
    with pytest.raises(ValueError, match="classes must be at least 2"):
        widest_angle(classes, dim)
