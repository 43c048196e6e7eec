"""AdaCos's figure: published values, and where the own class falls through one half."""

from __future__ import annotations

import math

import pytest

from lossviz.geometry import adacos_fixed_scale, half_way_angle, own_probability, scale_at_half, target_probability
from lossviz.geometry.two_classes import Asks

PLAIN = Asks("arcface")
FIXED = adacos_fixed_scale(2000)


@pytest.mark.parametrize(
    ("s", "classes", "degrees", "expected"),
    [
        (10, 2000, 0, 0.917),
        (10, 2000, 45, 0.371),
        (64, 2000, 80, 0.971),
        (FIXED, 2000, 0, 0.959),
        (FIXED, 2000, 45, 0.500),
        (10, 20000, 0, 0.524),
    ],
)
def test_published_probabilities(s: float, classes: int, degrees: float, expected: float) -> None:
    assert own_probability(math.radians(degrees), s, classes, PLAIN) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(("m", "degrees"), [(0, 75.3), (0.25, 61.0), (0.5, 46.7), (0.75, 32.4), (1.0, 18.0)])
def test_arcfaces_margin_moves_the_half_way_angle_by_itself(m: float, degrees: float) -> None:
    assert math.degrees(half_way_angle(30, 2000, Asks("arcface", m=m))) == pytest.approx(degrees, abs=0.05)


@pytest.mark.parametrize("asks", [Asks("arcface", m=0.5), Asks("cosface", m=0.35)])
def test_the_scale_at_half_undoes_the_half_way_angle(asks: Asks) -> None:
    theta = half_way_angle(30, 2000, asks)
    assert own_probability(theta, 30, 2000, asks) == pytest.approx(0.5)
    assert scale_at_half(theta, 2000, asks) == pytest.approx(30)


def test_a_small_scale_never_reaches_one_half() -> None:
    assert half_way_angle(7, 2000, PLAIN) is None
    assert scale_at_half(math.radians(91), 2000, PLAIN) is None


def test_arcface_agrees_with_the_function_of_the_oracle() -> None:
    ours = own_probability(1.2, 30, 2000, Asks("arcface", m=0.5))
    assert ours == pytest.approx(target_probability(1.2, 30, 0.5, 2000))


def test_other_losses_have_no_half_way_angle() -> None:
    with pytest.raises(ValueError, match="loss must be arcface or cosface"):
        half_way_angle(30, 10, Asks("sphereface", m=4))
