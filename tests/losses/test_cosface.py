"""CosFace: right values, edges, and what people met elsewhere."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses.functional import arcface, cosface

WEIGHTS = torch.eye(2)


def test_a_small_case_by_hand() -> None:
    loss = cosface(torch.tensor([[3.0, 0.0]]), torch.tensor([0]), weights=WEIGHTS, s=2.0, m=0.35)
    assert math.isclose(loss.item(), math.log(1 + math.exp(-2 * 0.65)), rel_tol=1e-6)


def test_without_a_margin_it_is_arcface_without_a_margin() -> None:
    x, w, y = torch.randn(5, 3), torch.randn(4, 3), torch.tensor([0, 1, 2, 3, 0])
    torch.testing.assert_close(cosface(x, y, weights=w, m=0.0), arcface(x, y, weights=w, m=0.0), rtol=1e-4, atol=1e-4)


def test_ten_collapsed_classes_in_the_plane_reach_the_known_floor() -> None:
    angles = torch.arange(10) * 2 * math.pi / 10
    w = torch.stack([angles.cos(), angles.sin()], 1)
    assert cosface(w, torch.arange(10), weights=w, s=30.0, m=0.35).item() == pytest.approx(5.47, abs=0.005)


def test_a_zero_vector_has_cosine_0_and_no_gradient() -> None:
    x = torch.tensor([[0.0, 0.0], [1.0, 2.0]], requires_grad=True)
    loss = cosface(x, torch.tensor([0, 1]), weights=WEIGHTS, s=4.0, m=0.5, reduction="sum")
    loss.backward()
    own = cosface(x[:1].detach(), torch.tensor([0]), weights=WEIGHTS, s=4.0, m=0.5)
    assert own.item() == pytest.approx(math.log(1 + math.exp(4 * 0.5)))
    assert not x.grad[0].any()
    assert x.grad[1].any()


def test_long_weights_change_nothing_and_no_logit_exceeds_s() -> None:
    x, w = torch.nn.functional.normalize(torch.randn(6, 3)), torch.nn.functional.normalize(torch.randn(4, 3))
    y = torch.tensor([0, 1, 2, 3, 0, 1])
    loss = cosface(x, y, weights=5 * w, s=64.0)
    torch.testing.assert_close(loss, cosface(x, y, weights=w, s=64.0), rtol=1e-4, atol=1e-4)
    assert loss.item() <= 64 * (2 + 0.35) + math.log(4)


def test_the_gradient_never_changes_the_length() -> None:
    x = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    cosface(x, torch.arange(5) % 4, weights=torch.randn(4, 3, dtype=torch.float64)).backward()
    torch.testing.assert_close((x * x.grad).sum(1), torch.zeros(5, dtype=torch.float64), atol=1e-9, rtol=0)


def test_one_scale_for_each_sample() -> None:
    x, y = torch.tensor([[1.0, 0.2], [0.3, 1.0]]), torch.tensor([0, 1])
    each = [cosface(x[i : i + 1], y[i : i + 1], weights=WEIGHTS, s=s) for i, s in enumerate((2.0, 8.0))]
    together = cosface(x, y, weights=WEIGHTS, s=torch.tensor([2.0, 8.0]), reduction="sum")
    torch.testing.assert_close(together, each[0] + each[1])
