"""Softmax cross-entropy: right values and edges."""

from __future__ import annotations

import math

import torch

from lossviz.losses.functional import softmax

WEIGHTS = torch.tensor([[1.0, 0.0], [0.0, 1.0]])


def test_a_small_case_by_hand() -> None:
    loss = softmax(torch.tensor([[1.0, 0.0]]), torch.tensor([0]), weights=WEIGHTS)
    assert math.isclose(loss.item(), math.log(1 + math.exp(-1)), rel_tol=1e-6)


def test_it_equals_the_cross_entropy_of_torch() -> None:
    x, w, b = torch.randn(6, 3), torch.randn(4, 3), torch.randn(4)
    y = torch.tensor([0, 1, 2, 3, 0, 1])
    theirs = torch.nn.functional.cross_entropy(x @ w.T + b, y, label_smoothing=0.1, reduction="sum")
    torch.testing.assert_close(softmax(x, y, weights=w, bias=b, label_smoothing=0.1, reduction="sum"), theirs)


def test_a_zero_vector_gives_ln_c_and_a_gradient() -> None:
    x = torch.zeros(1, 2, requires_grad=True)
    loss = softmax(x, torch.tensor([0]), weights=WEIGHTS)
    loss.backward()
    assert math.isclose(loss.item(), math.log(2), rel_tol=1e-6)
    torch.testing.assert_close(x.grad, torch.tensor([[-0.5, 0.5]]))


def test_one_class_gives_0() -> None:
    x = torch.randn(3, 2, requires_grad=True)
    loss = softmax(x, torch.zeros(3, dtype=torch.long), weights=WEIGHTS[:1])
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_large_logits_do_not_overflow() -> None:
    loss = softmax(torch.tensor([[1e4, 0.0]]), torch.tensor([1]), weights=WEIGHTS)
    assert loss.item() == 1e4


def test_an_empty_batch_gives_0_attached_to_the_graph() -> None:
    x = torch.zeros(0, 2, requires_grad=True)
    loss = softmax(x, torch.zeros(0, dtype=torch.long), weights=WEIGHTS)
    loss.backward()
    assert loss.item() == 0
