"""Dynamic AdaCos as an iteration: where it settles, where it runs away, and that the loss takes the same step."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.geometry import adacos_next_scale, adacos_rest, adacos_scales, leaning_cosines, spread_cosines
from lossviz.losses.adacos import adacos_dynamic_scale

QUARTER = math.pi / 4


def test_ten_classes_in_the_plane_run_away_from_45_degrees_on() -> None:
    scales = adacos_scales(10, spread_cosines(10, 2), QUARTER, 21)
    assert scales[:3] == pytest.approx([3.1, 4.9, 6.7], abs=0.06)
    assert scales[21] == pytest.approx(168, abs=0.5)


@pytest.mark.parametrize(("dim", "settles"), [(2, 4.26), (10, 1.98)])
def test_samples_on_their_class_vectors_let_it_settle(dim: int, settles: float) -> None:
    assert adacos_scales(10, leaning_cosines(10, dim, 0.0), 0.0, 60)[-1] == pytest.approx(settles, abs=0.005)


def test_two_thousand_classes_in_high_dimension_stay_near_the_fixed_scale() -> None:
    scales = adacos_scales(2000, leaning_cosines(2000, 2000, QUARTER), QUARTER, 30)
    assert scales == pytest.approx(10.749, abs=0.01)


@pytest.mark.parametrize(("degrees", "settles"), [(15, True), (25, False)])
def test_in_the_plane_it_settles_while_the_own_class_vector_is_the_nearest(degrees: float, settles: bool) -> None:
    theta = math.radians(degrees)
    scales = adacos_scales(10, leaning_cosines(10, 2, theta), theta, 200)
    assert bool(scales[-1] < 10) is settles


@pytest.mark.parametrize(("degrees", "rest"), [(0, 4.26), (16, 7.152), (17, 8.518), (18, None), (19, None)])
def test_it_rests_where_no_other_class_vector_is_as_near_however_slowly(degrees: float, rest: float | None) -> None:
    theta = math.radians(degrees)
    assert adacos_rest(10, leaning_cosines(10, 2, theta), theta) == (rest and pytest.approx(rest, abs=0.005))


def test_a_run_away_ends_at_a_million() -> None:
    scales = adacos_scales(10, leaning_cosines(10, 2, QUARTER), QUARTER, 1000)
    assert scales[-2] < 1e6 <= scales[-1]


def test_samples_in_the_plane_lean_towards_a_neighbour() -> None:
    nearest = math.acos(leaning_cosines(10, 2, math.radians(18)).max())
    assert math.degrees(nearest) == pytest.approx(18)


def test_samples_on_a_code_lean_towards_their_nearest_class_vector() -> None:
    theta = math.radians(20)
    nearest = leaning_cosines(12, 3, theta).max(1)
    assert nearest == pytest.approx(math.cos(math.radians(63.4349) - theta), abs=1e-5)
    assert leaning_cosines(13, 3, theta) is None


def test_the_loss_takes_the_same_step() -> None:
    cosines = torch.tensor([[0.9, 0.3, -0.2], [0.1, 0.8, 0.4]], dtype=torch.float64)
    followed = adacos_dynamic_scale(cosines, torch.tensor([0, 1]), 3.0)
    others = cosines.numpy()[[[0], [1]], [[1, 2], [0, 2]]]
    assert adacos_next_scale(3.0, others, followed["theta_med"]) == pytest.approx(followed["s"])


def test_far_away_others_leave_the_scale_alone() -> None:
    assert adacos_next_scale(3.0, leaning_cosines(3, 3, 0.0) - 1, 0.0) == 3.0
