"""N-pair loss: which pairs a batch gives, and what they cost."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from lossviz.losses import create
from lossviz.losses.functional import n_pair

TEN_OF_FIVE = torch.arange(50) % 10


def pairs_of(labels: list[int], **arguments: Any) -> list[list[int]]:
    x = torch.zeros(len(labels), 2)
    pairs: list[list[int]] = n_pair(x, torch.tensor(labels), with_extra=True, **arguments)[1]["pairs"].tolist()
    return pairs


def test_it_is_the_cross_entropy_of_the_inner_products() -> None:
    x = torch.randn(6, 3, generator=torch.Generator().manual_seed(0))
    expected = F.cross_entropy(x[:3] @ x[3:].T, torch.arange(3))
    torch.testing.assert_close(n_pair(x, torch.arange(6) % 3), expected)


def test_pairs_are_the_first_two_of_each_class() -> None:
    assert pairs_of([4, 1, 4, 9, 1, 4]) == [[1, 4], [0, 2]]


def test_every_two_of_a_class_make_rounds() -> None:
    assert pairs_of([0, 0, 1, 1, 0, 0, 0], used="every") == [[0, 1], [2, 3], [4, 5]]


def test_rounds_do_not_meet() -> None:
    """The second round holds one pair alone, which costs nothing."""
    x = torch.randn(6, 3, generator=torch.Generator().manual_seed(0))
    y = torch.tensor([0, 0, 1, 1, 0, 0])
    every, first = (n_pair(x, y, used=used) for used in ("every", "first"))
    torch.testing.assert_close(every, first * 2 / 3)


def test_of_fifty_samples_twenty_are_used() -> None:
    loss = create("n_pair", num_classes=10, embedding_dim=2)
    loss(torch.randn(50, 2), TEN_OF_FIVE)
    assert (loss.readings["used_samples"], loss.readings["batch_samples"]) == (20.0, 50.0)
    assert loss.readings["rivals"] == 10.0


def test_the_penalty_is_half_the_mean_squared_length_of_the_samples_used() -> None:
    x, y = torch.tensor([[3.0, 4.0], [0.0, 2.0], [9.0, 9.0]]), torch.tensor([0, 0, 1])
    assert n_pair(x, y, l2_reg=0.1).item() == pytest.approx(0.1 * (25 + 4) / 2)


def test_a_pair_alone_costs_nothing() -> None:
    x = torch.randn(2, 3, requires_grad=True)
    loss = n_pair(x, torch.tensor([5, 5]))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


@pytest.mark.parametrize("labels", [[0, 1, 2, 3], [7]], ids=["no two alike", "one sample"])
@pytest.mark.parametrize("used", ["first", "every"])
def test_without_a_pair_it_is_0_attached_to_the_graph(labels: list[int], used: str) -> None:
    x = torch.randn(len(labels), 2, requires_grad=True)
    loss = n_pair(x, torch.tensor(labels), used=used, l2_reg=0.1)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_zero_vectors_have_logits_0() -> None:
    assert n_pair(torch.zeros(6, 2), torch.arange(6) % 3, normalize=True).item() == pytest.approx(math.log(3))


def test_a_bounded_similarity_cannot_be_met_by_long_features() -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    assert n_pair(x, torch.tensor([0, 1, 0, 1]), similarity="sqeuclidean").item() == pytest.approx(
        math.log(1 + math.exp(-2))
    )
