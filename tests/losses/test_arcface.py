"""ArcFace: right values, edges, and what people met elsewhere."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from lossviz.losses.arcface import target_cosine
from lossviz.losses.functional import arcface

WEIGHTS = torch.eye(2)


def at_cosine(cosine: float) -> Tensor:
    """A feature of length 2 at this cosine to the first axis."""
    return torch.tensor([[2 * cosine, 2 * math.sqrt(max(0.0, 1 - cosine * cosine))]], requires_grad=True)


def test_a_small_case_by_hand() -> None:
    loss = arcface(torch.tensor([[3.0, 0.0]]), torch.tensor([0]), weights=WEIGHTS, s=2.0, m=0.5)
    assert math.isclose(loss.item(), math.log(1 + math.exp(-2 * math.cos(0.5))), rel_tol=1e-6)


@pytest.mark.parametrize("cosine", [-1.0, -1 + 1e-7, 0.0, 1 - 1e-7, 1.0])
def test_loss_and_gradient_stay_finite_on_and_opposite_the_class_vector(cosine: float) -> None:
    x, w = at_cosine(cosine), WEIGHTS.clone().requires_grad_()
    loss = arcface(x, torch.tensor([0]), weights=w)
    loss.backward()
    assert loss.isfinite()
    assert x.grad.isfinite().all()
    assert w.grad.isfinite().all()
    assert x.grad.norm() <= 64 * (1 + 1) / 2  # s(|∂φ| + |∂c_other|)/‖x‖, no spike


@pytest.mark.parametrize("cosine", [-1.0, 1.0])
def test_at_the_tip_the_target_pulls_nowhere(cosine: float) -> None:
    x = at_cosine(cosine)
    target_only = arcface(x, torch.tensor([0]), weights=WEIGHTS[:1], s=1.0)
    target_only.backward()
    assert not x.grad.any()


@pytest.mark.parametrize("m", [0.1, 0.5, 1.0, 1.5])
def test_the_target_falls_all_the_way_and_never_exceeds_the_cosine(m: float) -> None:
    theta = torch.linspace(0, math.pi, 2001, dtype=torch.float64)
    phi = target_cosine(theta.cos(), theta, m)
    assert (phi.diff() <= 1e-12).all()
    assert (phi <= theta.cos() + 1e-12).all()


def test_past_the_threshold_the_fallback_is_used() -> None:
    theta = torch.tensor(math.radians(175), dtype=torch.float64)
    assert target_cosine(theta.cos(), theta, 0.5).item() == pytest.approx(-0.9962 - 0.5 * math.sin(0.5), abs=1e-4)


def test_exactly_on_the_threshold_the_fallback_is_used() -> None:
    cos = torch.tensor(math.cos(math.pi - 0.5), dtype=torch.float64)
    assert target_cosine(cos, cos.acos(), 0.5).item() == pytest.approx(-math.cos(0.5) - 0.5 * math.sin(0.5))


def test_the_easy_margin_jumps_up_by_sin_m_at_90_degrees() -> None:
    theta = torch.tensor([math.pi / 2 - 1e-9, math.pi / 2 + 1e-9], dtype=torch.float64)
    below, above = target_cosine(theta.cos(), theta, 0.5, easy_margin=True)
    assert (above - below).item() == pytest.approx(math.sin(0.5), abs=1e-6)


def test_a_zero_vector_has_target_minus_s_sin_m_and_no_gradient() -> None:
    x = torch.zeros(1, 2, requires_grad=True)
    loss = arcface(x, torch.tensor([0]), weights=WEIGHTS, s=4.0, m=0.5)
    loss.backward()
    assert loss.item() == pytest.approx(math.log(1 + math.exp(4 * math.sin(0.5))))
    assert not x.grad.any()


def test_the_gradient_of_the_target_is_sin_of_the_moved_angle_over_the_length() -> None:
    theta, m = 0.4, 0.5
    x = torch.tensor([[3 * math.cos(theta), 3 * math.sin(theta)]], dtype=torch.float64, requires_grad=True)
    w = torch.tensor([[1.0, 0.0]], dtype=torch.float64)
    phi = target_cosine((x / x.norm()) @ w.T, torch.atan2(x[:, 1:], x[:, :1]), m)
    phi.backward()
    assert x.grad.norm().item() == pytest.approx(math.sin(theta + m) / 3)


def test_smoothing_the_targets_and_mixing_the_logits_are_two_losses() -> None:
    x, w = torch.randn(5, 3), torch.randn(4, 3)
    y = torch.arange(5) % 4
    targets = arcface(x, y, weights=w, label_smoothing=0.1, ls_mode="targets")
    logits = arcface(x, y, weights=w, label_smoothing=0.1, ls_mode="logits")
    assert not torch.isclose(targets, logits)


def test_mixed_logits_by_hand() -> None:
    theta, m, e = 0.4, 0.5, 0.2
    x = torch.tensor([[math.cos(theta), math.sin(theta)]], dtype=torch.float64)
    own = (1 - e / 2) * math.cos(theta + m) + e / 2 * math.cos(theta)
    other_angle = math.pi / 2 - theta
    other = e / 2 * math.cos(other_angle + m) + (1 - e / 2) * math.cos(other_angle)
    loss = arcface(
        x, torch.tensor([0]), weights=WEIGHTS.double(), s=3.0, m=m, label_smoothing=e, ls_mode="logits"
    )  # fmt: skip
    assert loss.item() == pytest.approx(math.log(1 + math.exp(3 * (other - own))))


def test_without_smoothing_both_modes_are_one_loss() -> None:
    x, w, y = torch.randn(5, 3), torch.randn(4, 3), torch.arange(5) % 4
    torch.testing.assert_close(arcface(x, y, weights=w, ls_mode="logits"), arcface(x, y, weights=w))
