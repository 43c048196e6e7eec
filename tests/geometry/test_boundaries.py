"""Boundaries and gaps against the numbers of the papers' figures."""

from __future__ import annotations

import math

import pytest

from lossviz.geometry import angular_gap, boundary_theta2


@pytest.mark.parametrize(
    ("loss", "m", "expected"),
    [
        ("sphereface", 4, [0, 80, 160, None, None]),
        ("cosface", 0.35, [49.5, 53.9, 65.4, 81.4, 100.2]),
        ("arcface", 0.5, [28.6, 48.6, 68.6, 88.6, 108.6]),
        ("normalized_softmax", 0.0, [0, 20, 40, 60, 80]),
    ],
)
def test_class_1s_boundary_in_arcfaces_figure_5(loss: str, m: float, expected: list[float | None]) -> None:
    found = [boundary_theta2(loss, math.radians(theta1), m) for theta1 in (0, 20, 40, 60, 80)]
    assert [None if t is None else math.degrees(t) for t in found] == [
        None if e is None else pytest.approx(e, abs=0.06) for e in expected
    ]


def test_a_longer_weight_owns_a_wider_sector() -> None:
    assert boundary_theta2("softmax", math.radians(60), norm_ratio=0.5) > math.radians(60)


def test_no_point_of_the_boundary() -> None:
    assert boundary_theta2("softmax", 0.0, norm_ratio=1.2) is None


@pytest.mark.parametrize(("m", "gap"), [(0.1, 15.0), (0.2, 30.3)])
def test_cosface_gaps_of_eight_classes(m: float, gap: float) -> None:
    assert math.degrees(angular_gap("cosface", math.pi / 4, m)) == pytest.approx(gap, abs=0.05)


@pytest.mark.parametrize(("loss", "m"), [("arcface", 0.7), ("cosface", 0.2)])
def test_a_margin_too_wide_empties_the_region(loss: str, m: float) -> None:
    assert angular_gap(loss, math.radians(36), m) is None


def test_without_a_margin_there_is_no_gap() -> None:
    assert angular_gap("normalized_softmax", 1.0, 0.0) == 0.0


@pytest.mark.parametrize(
    "function", [lambda: boundary_theta2("triplet", 0.1), lambda: angular_gap("triplet", 0.1, 0.1)]
)
def test_other_losses_are_refused(function: object) -> None:
    with pytest.raises(ValueError, match="loss must be"):
        function()  # type: ignore[operator]
