"""Normalised softmax: right values, its floor, and what it becomes."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses.functional import cosface, normalized_softmax

X, W = (torch.randn(n, 3, generator=torch.Generator().manual_seed(n)) for n in (5, 4))
Y = torch.tensor([0, 1, 2, 3, 0])


def test_without_a_margin_cosface_is_this() -> None:
    assert torch.equal(normalized_softmax(X, Y, weights=W, s=12.0), cosface(X, Y, weights=W, s=12.0, m=0.0))


def test_raw_features_keep_their_length() -> None:
    x = torch.tensor([[3.0, 0.0]])
    loss = normalized_softmax(x, torch.tensor([0]), weights=5 * torch.eye(2), s=1.0, normalize_features=False)
    assert loss.item() == pytest.approx(math.log(1 + math.exp(-3)))


def test_ten_classes_on_a_simplex_reach_the_known_floor_at_s_1() -> None:
    simplex = torch.eye(10) - 0.1
    floor = math.log(1 + 9 * math.exp(-10 / 9))
    assert normalized_softmax(simplex, torch.arange(10), weights=simplex, s=1.0).item() == pytest.approx(floor)
    assert floor == pytest.approx(1.38, abs=0.005)


def test_only_directions_matter() -> None:
    torch.testing.assert_close(normalized_softmax(100 * X, Y, weights=W), normalized_softmax(X, Y, weights=7 * W))


def test_a_zero_vector_costs_ln_c_and_has_no_gradient() -> None:
    x = torch.zeros(1, 3, requires_grad=True)
    loss = normalized_softmax(x, torch.tensor([2]), weights=W)
    loss.backward()
    assert loss.item() == pytest.approx(math.log(4))
    assert not x.grad.any()


def test_one_class_costs_nothing() -> None:
    x = X.clone().requires_grad_()
    loss = normalized_softmax(x, torch.zeros(5, dtype=torch.long), weights=W[:1])
    loss.backward()
    assert loss.item() == 0.0
    assert not x.grad.any()
