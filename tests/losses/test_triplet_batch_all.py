"""Batch-all triplet loss: right values, what the three averages divide by, and edges."""

from __future__ import annotations

import pytest
import torch

from lossviz.geometry import count_triplets
from lossviz.losses import create
from lossviz.losses.functional import triplet_batch_all

LINE = torch.tensor([[0.0], [1.0], [3.0], [4.0]])
LABELS = torch.tensor([0, 0, 1, 1])


@pytest.mark.parametrize(("reduction", "expected"), [("sum", 1.0), ("mean", 1 / 8), ("mean_nonzero", 0.5)])
def test_a_small_case_by_hand(reduction: str, expected: float) -> None:
    """d_ap = 1 and d_an = 3, 4, 2, 3, 3, 2, 4, 3: with margin 1.5 two triplets cost 0.5 each."""
    assert triplet_batch_all(LINE, LABELS, margin=1.5, reduction=reduction).item() == pytest.approx(expected)


def test_the_counts() -> None:
    _, extra = triplet_batch_all(LINE, LABELS, margin=1.5, with_extra=True)
    assert int(extra["n_triplets"]) == count_triplets(labels=LABELS.tolist()) == 8
    assert int(extra["n_active"]) == 2


def test_a_triplet_exactly_at_the_margin_is_not_active() -> None:
    assert int(triplet_batch_all(LINE, LABELS, margin=1.0, with_extra=True)[1]["n_active"]) == 0


@pytest.mark.parametrize("reduction", ["mean_nonzero", "mean"])
def test_collapse_sits_at_the_margin_without_a_gradient(reduction: str) -> None:
    x = torch.ones(6, 2, requires_grad=True)
    loss = triplet_batch_all(x, torch.arange(6) % 2, margin=0.5, reduction=reduction)
    loss.backward()
    assert loss.item() == pytest.approx(0.5)
    assert not x.grad.any()


@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3], [0, 0, 1, 1]], ids=["one class", "no two alike", "apart"])
def test_without_an_active_triplet_it_is_0_attached_to_the_graph(labels: list[int]) -> None:
    x = (10 * LINE).clone().requires_grad_()
    loss = triplet_batch_all(x, torch.tensor(labels), margin=0.1)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_the_mean_over_all_falls_while_the_mean_over_the_active_does_not() -> None:
    loss = create("triplet_batch_all", num_classes=2, embedding_dim=1, margin=1.5)
    loss(LINE, LABELS)
    read = loss.readings
    assert (read["triplets"], read["active_triplets"]) == (8.0, 2.0)
    assert (read["mean_over_all"], read["mean_over_active"]) == pytest.approx((1 / 8, 0.5))
