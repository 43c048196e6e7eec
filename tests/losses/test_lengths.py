"""Lengths, directions, angles and distances where they are singular."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses.distances import DISTANCES, pairwise
from lossviz.losses.lengths import angle, cosines, length, unit


def test_the_length_of_the_origin_has_gradient_0() -> None:
    x = torch.zeros(1, 3, requires_grad=True)
    length(x).sum().backward()
    assert not x.grad.any()


@pytest.mark.parametrize("size", [0.0, 1e-12, 1e-13])
def test_a_vector_too_short_for_a_direction(size: float) -> None:
    x = torch.tensor([[size, 0.0]], requires_grad=True)
    cos = cosines(x, torch.eye(2))
    cos.sum().backward()
    assert not cos.any()
    assert not x.grad.any()


def test_a_short_vector_still_has_a_direction() -> None:
    torch.testing.assert_close(unit(torch.tensor([[3e-10, 4e-10]])), torch.tensor([[0.6, 0.8]]))


@pytest.mark.parametrize("theta", [0.0, 1e-4, 1.0, math.pi / 2, math.pi - 1e-4, math.pi])
def test_angles_are_exact_in_float32(theta: float) -> None:
    u, v = torch.tensor([[1.0, 0.0]]), torch.tensor([[math.cos(theta), math.sin(theta)]])
    assert angle(u, v).item() == pytest.approx(theta, abs=2e-7)


@pytest.mark.parametrize("other", [[1.0, 0.0], [0.0, 0.0]])
def test_a_zero_vector_is_at_90_degrees_from_everything(other: list[float]) -> None:
    x = torch.zeros(1, 2, requires_grad=True)
    theta = angle(unit(x), unit(torch.tensor([other])))
    theta.sum().backward()
    assert theta.item() == pytest.approx(math.pi / 2)
    assert not x.grad.any()


@pytest.mark.parametrize("distance", DISTANCES)
def test_coincident_points_have_a_finite_gradient(distance: str) -> None:
    x = torch.tensor([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0], [0.0, 0.0], [-1.0, -2.0]], requires_grad=True)
    pairwise(x, distance).sum().backward()
    assert x.grad.isfinite().all()


@pytest.mark.parametrize(
    ("distance", "expected"),
    [("euclidean", math.sqrt(5)), ("sqeuclidean", 5.0), ("cosine", 1.0), ("angle", math.pi / 2)],
)
def test_the_four_distances(distance: str, expected: float) -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
    assert pairwise(x, distance)[0, 1].item() == pytest.approx(expected)


def test_normalised_distances_ignore_the_length() -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
    assert pairwise(x, normalize=True)[0, 1].item() == pytest.approx(math.sqrt(2))
