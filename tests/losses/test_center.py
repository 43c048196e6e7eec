"""Center loss: right values, and the rule that moves the centres."""

from __future__ import annotations

import pytest
import torch

from lossviz.losses import center_update
from lossviz.losses.functional import center, softmax


def test_half_the_squared_distance() -> None:
    loss = center(torch.tensor([[3.0, 4.0]]), torch.tensor([0]), centers=torch.zeros(1, 2))
    assert loss.item() == 12.5


def test_the_gradient_is_the_way_from_the_centre_over_n() -> None:
    x = torch.tensor([[3.0, 4.0], [1.0, 0.0]], requires_grad=True)
    center(x, torch.tensor([0, 0]), centers=torch.ones(1, 2)).backward()
    torch.testing.assert_close(x.grad, torch.tensor([[1.0, 1.5], [0.0, -0.5]]))


def test_centres_are_not_moved_by_the_gradient() -> None:
    centers = torch.zeros(1, 2, requires_grad=True)
    x = torch.ones(1, 2, requires_grad=True)
    center(x, torch.tensor([0]), centers=centers).backward()
    assert centers.grad is None


def test_the_papers_update_counts_one_more_than_the_class_has() -> None:
    """Ten samples of class 0 and one of class 1 at 1, centres at 0: moves of 10/11 and 1/2."""
    labels = torch.tensor([0] * 10 + [1])
    moved = center_update(torch.zeros(2, 1), torch.ones(11, 1), labels, alpha=1.0)
    torch.testing.assert_close(moved, torch.tensor([[10 / 11], [0.5]]))


def test_an_absent_class_stays() -> None:
    centers = torch.tensor([[1.0], [7.0]])
    assert center_update(centers, torch.zeros(2, 1), torch.tensor([0, 0]), alpha=0.5)[1].item() == 7.0


def test_lambda_0_is_softmax_exactly() -> None:
    x, w, b, y = torch.randn(6, 2), torch.randn(3, 2), torch.randn(3), torch.arange(6) % 3
    joint = center(x, y, centers=torch.randn(3, 2), weights=w, bias=b, joint=True, lam=0.0)
    assert torch.equal(joint, softmax(x, y, weights=w, bias=b))


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_joint_adds_both_terms_under_one_averaging(reduction: str) -> None:
    x, w, c, y = torch.randn(6, 2), torch.randn(3, 2), torch.randn(3, 2), torch.arange(6) % 3
    joint = center(x, y, centers=c, weights=w, joint=True, lam=0.25, reduction=reduction)
    parts = softmax(x, y, weights=w, reduction=reduction) + 0.25 * center(x, y, centers=c, reduction=reduction)
    torch.testing.assert_close(joint, parts)


def test_joint_without_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="weights"):
        center(torch.zeros(1, 2), torch.tensor([0]), centers=torch.zeros(1, 2), joint=True)
