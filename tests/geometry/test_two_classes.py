"""Two classes under one loss against the numbers of the papers' figures, and against the closed forms."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pytest

from lossviz.geometry import angular_gap, two_classes
from lossviz.geometry.two_classes import Asks

DEFAULTS = {
    "normalized_softmax": Asks("normalized_softmax"),
    "sphereface": Asks("sphereface", m=4),
    "cosface": Asks("cosface", m=0.35),
    "arcface": Asks("arcface", m=0.5),
}
CM1, CM2 = Asks("combined_margin", m1=1.0, m2=0.3, m3=0.2), Asks("combined_margin", m1=0.9, m2=0.4, m3=0.15)


@pytest.mark.parametrize(
    ("asks", "expected"),
    [
        (Asks("softmax"), [0.940, 0.766, 0.500, 0.174, -0.174]),
        (Asks("sphereface", m=4, lam=5), [0.812, 0.482, 0.167, -0.316, -0.684]),
        (Asks("combined_margin", m1=1.35), [0.891, 0.588, 0.156, -0.309, -0.707]),
        (Asks("arcface", m=0.5), [0.661, 0.364, 0.024, -0.320, -0.625]),
        (Asks("cosface", m=0.35), [0.590, 0.416, 0.150, -0.176, -0.524]),
        (CM1, [0.597, 0.342, 0.022, -0.325, -0.657]),
        (CM2, [0.606, 0.366, 0.076, -0.236, -0.539]),
    ],
)
def test_the_target_logits_of_arcfaces_figure_4b(asks: Asks, expected: list[float]) -> None:
    found = two_classes.target_logit(np.radians([20, 40, 60, 80, 100]), asks)
    assert found == pytest.approx(expected, abs=6e-4)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ("sphereface", [0, 80, 160, np.nan, np.nan]),
        ("cosface", [49.5, 53.9, 65.4, 81.4, 100.2]),
        ("arcface", [28.6, 48.6, 68.6, 88.6, 108.6]),
        ("normalized_softmax", [0, 20, 40, 60, 80]),
    ],
)
def test_class_1s_boundary_in_arcfaces_figure_5(loss: str, expected: list[float]) -> None:
    found = np.degrees(two_classes.boundary(np.radians([0, 20, 40, 60, 80]), DEFAULTS[loss]))
    assert found == pytest.approx(expected, abs=0.06, nan_ok=True)


@pytest.mark.parametrize("Theta", [0.3, 0.7, 1.2, 2.5, math.pi])
@pytest.mark.parametrize("loss", DEFAULTS)
def test_the_gap_is_that_of_the_closed_form(loss: str, Theta: float) -> None:  # noqa: N803
    expected = angular_gap(loss, Theta, DEFAULTS[loss].m)
    assert two_classes.gap(Theta, DEFAULTS[loss]) == (None if expected is None else pytest.approx(expected, abs=1e-12))


@pytest.mark.parametrize("asks", [*DEFAULTS.values(), CM1, CM2, Asks("arcface", m=0.5, easy=True)])
def test_the_slope_is_that_of_the_curve(asks: Asks) -> None:
    theta, step = np.radians(np.arange(1, 180, 2.3)), 1e-6
    rise = two_classes.target_logit(theta + step, asks) - two_classes.target_logit(theta - step, asks)
    assert two_classes.target_slope(theta, asks) == pytest.approx(rise / (2 * step), abs=1e-6)


def test_psi_is_flat_where_lambda_leaves_it_alone() -> None:
    flat = two_classes.flat_points(Asks("sphereface", m=3))
    assert two_classes.target_slope(np.array(flat), Asks("sphereface", m=3)) == pytest.approx([0, 0], abs=1e-12)
    assert two_classes.flat_points(Asks("sphereface", m=3, lam=5)) == ()


def test_softmaxs_line_follows_the_lengths() -> None:
    """‖w₁‖cosθ = ‖w₂‖cos(Θ − θ): on the bisector for equal lengths, past the shorter vector for unequal enough ones."""
    assert two_classes.edge(math.pi / 3, Asks("softmax")) == pytest.approx(math.pi / 6)
    reach = two_classes.edge(math.pi / 3, Asks("softmax", ratio=1.5))
    assert 1.5 * math.cos(reach) == pytest.approx(math.cos(math.pi / 3 - reach))
    assert two_classes.edge(math.pi / 3, Asks("softmax", ratio=3.0)) > math.pi / 3
    assert two_classes.edge(math.pi / 3, Asks("softmax", ratio=3.0).swapped) < 0


def test_a_factor_below_one_lets_regions_overlap() -> None:
    assert two_classes.gap(1.0, Asks("combined_margin", m1=0.8)) < 0


def test_the_widest_margin_is_the_one_that_just_leaves_regions() -> None:
    for asks in (DEFAULTS["cosface"], DEFAULTS["arcface"]):
        bound = two_classes.widest(0.9, asks)
        assert two_classes.edge(0.9, Asks(asks.loss, m=bound - 1e-9)) == pytest.approx(0, abs=1e-6)
        assert two_classes.edge(0.9, Asks(asks.loss, m=bound + 1e-9)) is None
    assert two_classes.widest(0.9, DEFAULTS["sphereface"]) is None


def test_the_bounds_of_eight_and_ten_classes_in_the_plane() -> None:
    """1 − cos 45° = 0.293, 1 − cos 36° = 0.191 (Wang et al. 2018, section 3.4)."""
    found = [two_classes.widest(2 * math.pi / classes, DEFAULTS["cosface"]) for classes in (8, 10)]
    assert found == pytest.approx([0.2929, 0.19098], abs=5e-5)


def test_another_loss_is_refused() -> None:
    with pytest.raises(ValueError, match="loss must be one of softmax"):
        Asks("triplet")


def test_the_docstring_examples_hold() -> None:
    found = doctest.testmod(two_classes)
    assert found.attempted > 6
    assert found.failed == 0
