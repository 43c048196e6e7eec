"""Target logits against the numbers of the papers' figures."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from lossviz.geometry import arcface_target_logit, combined_target_logit, psi, sphereface_lambda, target_probability
from lossviz.losses.arcface import target_cosine

FIGURE = np.radians([20, 40, 60, 80, 100])


@pytest.mark.parametrize(
    ("margins", "expected"),
    [
        ((1, 0, 0), [0.940, 0.766, 0.500, 0.174, -0.174]),
        ((1.35, 0, 0), [0.891, 0.588, 0.156, -0.309, -0.707]),
        ((1, 0, 0.35), [0.590, 0.416, 0.150, -0.176, -0.524]),
        ((1, 0.3, 0.2), [0.597, 0.342, 0.022, -0.325, -0.657]),
        ((0.9, 0.4, 0.15), [0.606, 0.366, 0.076, -0.236, -0.539]),
    ],
)
def test_the_target_logits_of_arcfaces_figure_4b(margins: tuple[float, float, float], expected: list[float]) -> None:
    assert combined_target_logit(FIGURE, *margins) == pytest.approx(expected, abs=6e-4)


def test_arcface_in_the_same_figure() -> None:
    assert arcface_target_logit(FIGURE, 0.5) == pytest.approx([0.661, 0.364, 0.024, -0.320, -0.625], abs=6e-4)


@pytest.mark.parametrize("easy_margin", [False, True])
def test_the_closed_form_is_the_one_that_trains(easy_margin: bool) -> None:
    theta = np.linspace(0, np.pi, 100)
    trained = target_cosine(torch.tensor(np.cos(theta)), torch.tensor(theta), 0.5, easy_margin)
    assert arcface_target_logit(theta, 0.5, easy_margin) == pytest.approx(trained.numpy())


def test_psi_falls_through_whole_numbers() -> None:
    assert psi(np.arange(9) * np.pi / 8, 4) == pytest.approx([1, 0, -1, -2, -3, -4, -5, -6, -7])


def test_psi_needs_a_whole_margin() -> None:
    with pytest.raises(ValueError, match="m must be a whole number"):
        psi(1.0, 1.5)


def test_sphereface_lambda_decays_to_its_least_value() -> None:
    assert [round(sphereface_lambda(t), 2) for t in (0, 100, 1000, 1659)] == [1000.0, 76.92, 8.26, 5.0]


def test_the_halfway_angle_moves_left_by_the_margin() -> None:
    """s = 30, C = 2000: P = ½ at 75.3° without a margin, and m to the left with one."""
    halfway = np.radians(75.3)
    assert target_probability(halfway, 30, 0.0, 2000) == pytest.approx(0.5, abs=0.01)
    assert target_probability(halfway - 0.5, 30, 0.5, 2000) == pytest.approx(0.5, abs=0.01)


def test_one_class_has_no_other_to_compare_with() -> None:
    with pytest.raises(ValueError, match="C must be at least 2"):
        target_probability(0.0, 10, 0.0, 1)
