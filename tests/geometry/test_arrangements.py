"""Evenly spread class vectors: known angles and scales, and what the losses say of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from lossviz.geometry import (
    centre_probability,
    cosface_min_scale,
    needed_scale,
    spherical_code,
    spread_cosines,
    spread_loss,
    widest_angle,
)
from lossviz.losses import functional


@pytest.mark.parametrize("classes", range(4, 13))
def test_a_spherical_code_keeps_the_best_known_angle(classes: int) -> None:
    vectors = spherical_code(classes)
    assert vectors.shape == (classes, 3)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(classes))
    nearest = (vectors @ vectors.T - 2 * np.eye(classes)).max()
    assert math.acos(nearest) == pytest.approx(widest_angle(classes, 3)[0], abs=1e-5)


def test_there_is_no_code_for_thirteen() -> None:
    assert spherical_code(13) is None
    assert spread_cosines(13, 3) is None
    assert spread_cosines(100, 64) is None


@pytest.mark.parametrize(("probability", "dim", "scale"), [(0.9, 2, 15.14), (0.99, 2, 27.69), (0.9, 9, 3.955)])
def test_the_scale_that_ten_classes_need(probability: float, dim: int, scale: float) -> None:
    assert needed_scale(spread_cosines(10, dim), probability) == pytest.approx(scale, abs=0.005)


@pytest.mark.parametrize(("probability", "left"), [(0.9, 0.48), (0.99, 0.61)])
def test_cosfaces_bound_does_not_reach_in_the_plane(probability: float, left: float) -> None:
    s = cosface_min_scale(10, probability)
    assert centre_probability(spread_cosines(10, 2), s) == pytest.approx(left, abs=0.005)
    assert centre_probability(spread_cosines(10, 9), s) == pytest.approx(probability)


@pytest.mark.parametrize(("classes", "dim"), [(10, 3), (7, 3), (2000, 2), (2000, 1999), (3, 2)])
def test_with_the_needed_scale_every_class_reaches_the_probability(classes: int, dim: int) -> None:
    cosines = spread_cosines(classes, dim)
    assert centre_probability(cosines, needed_scale(cosines, 0.95)) == pytest.approx(0.95, abs=1e-9)


@pytest.mark.parametrize("probability", [0.0, 1.0])
def test_certainty_has_no_scale(probability: float) -> None:
    with pytest.raises(ValueError, match=r"^P must"):
        needed_scale(spread_cosines(10, 2), probability)


def test_the_floor_of_a_code_is_the_loss_of_samples_on_their_class_vectors() -> None:
    w = torch.tensor(spherical_code(10))
    reached = functional.cosface(w, torch.arange(10), weights=w, s=20.0, m=0.5)
    assert spread_loss(spread_cosines(10, 3), 20.0, 0.5) == pytest.approx(reached.item(), rel=1e-9)
