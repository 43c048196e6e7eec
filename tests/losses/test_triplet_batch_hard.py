"""Batch-hard triplet loss: right values, collapse, and edges."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from lossviz.losses.functional import triplet_batch_hard

LINE = torch.tensor([[0.0], [1.0], [3.0], [4.0]])
LABELS = torch.tensor([0, 0, 1, 1])


def test_a_small_case_by_hand() -> None:
    """d_ap = 1 everywhere, d_an = 3, 2, 2, 3."""
    assert triplet_batch_hard(LINE, LABELS, margin=1.5).item() == pytest.approx((0 + 0.5 + 0.5 + 0) / 4)


def test_the_sum_is_over_the_anchors() -> None:
    assert triplet_batch_hard(LINE, LABELS, margin=1.5, reduction="sum").item() == pytest.approx(1.0)


def test_a_singleton_is_no_anchor_but_a_negative() -> None:
    points, labels = torch.tensor([[0.0], [1.0], [1.5]]), torch.tensor([0, 0, 1])
    loss, extra = triplet_batch_hard(points, labels, margin=1.0, with_extra=True)
    assert loss.item() == pytest.approx((0.5 + 1.5) / 2)
    assert int(extra["valid_anchors"]) == 2


@pytest.mark.parametrize(("margin", "expected"), [(0.5, 0.5), ("soft", math.log(2))])
@pytest.mark.parametrize("tau", [0.0, 0.5])
def test_collapse_sits_at_the_margin_without_a_gradient(margin: float | str, expected: float, tau: float) -> None:
    x = torch.ones(6, 2, requires_grad=True)
    loss = triplet_batch_hard(x, torch.arange(6) % 2, margin=margin, tau=tau)
    loss.backward()
    assert loss.item() == pytest.approx(expected, abs=1e-6)
    assert not x.grad.any()


@pytest.mark.parametrize("labels", [[3] * 6, [0, 1, 2, 3, 4, 5]], ids=["one class", "no two alike"])
def test_without_a_triplet_it_is_0_attached_to_the_graph(labels: list[int]) -> None:
    x = torch.randn(6, 2, requires_grad=True)
    loss = triplet_batch_hard(x, torch.tensor(labels))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_of_equally_far_positives_the_first_gets_the_gradient() -> None:
    x = torch.tensor([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 9.0]], requires_grad=True)
    loss = triplet_batch_hard(x, torch.tensor([0, 0, 0, 1]), margin=20.0, reduction="sum")
    loss.backward()
    # anchor 0 chooses 1 of 1 and 2; anchors 1 and 2 choose each other: x₁ is pulled thrice, x₂ twice
    assert x.grad[1, 0] == pytest.approx(3 - 1 / math.sqrt(82))
    assert x.grad[2, 0] == pytest.approx(-2 + 1 / math.sqrt(82))


def hard_with(distance: str) -> Tensor:
    return triplet_batch_hard(torch.tensor([[2.0, 0.0], [0.0, 3.0], [-1.0, 0.0]]), torch.tensor([0, 0, 1]),
                              margin=5.0, distance=distance)  # fmt: skip


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        ("cosine", 5 + ((1 - 2) + (1 - 1)) / 2),
        ("angle", 5 + ((math.pi / 2 - math.pi) + 0) / 2),
        ("sqeuclidean", 5 + ((13 - 9) + (13 - 10)) / 2),
    ],
)
def test_other_distances(distance: str, expected: float) -> None:
    assert hard_with(distance).item() == pytest.approx(expected, abs=1e-5)


def test_a_small_tau_comes_near_to_the_published_form_and_a_large_one_to_the_mean() -> None:
    points = torch.tensor([[0.0], [1.0], [3.0], [10.0]])
    labels = torch.tensor([0, 0, 0, 1])
    hardest = triplet_batch_hard(points, labels, margin=20.0)
    assert triplet_batch_hard(points, labels, margin=20.0, tau=1e-3).item() == pytest.approx(hardest.item(), abs=5e-3)
    means = 20 + ((2.0 - 10) + (1.5 - 9) + (2.5 - 7)) / 3
    assert triplet_batch_hard(points, labels, margin=20.0, tau=1e3).item() == pytest.approx(means, abs=1e-2)
