"""Triplet loss over a list: torch's own loss, the four distances, and edges."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from torch import Tensor

from lossviz.losses import create
from lossviz.losses.functional import triplet

ROWS = torch.tensor([[0, 1, 2], [3, 4, 5], [2, 0, 4], [5, 3, 1]])
LABELS = torch.tensor([0, 0, 1, 2, 2, 3])


def points(dim: int = 3) -> Tensor:
    return torch.randn(6, dim, generator=torch.Generator().manual_seed(0), dtype=torch.float64, requires_grad=True)


@pytest.mark.parametrize("p", [1.0, 1.5, 2.0, 3.0, math.inf])
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_it_is_the_loss_of_torch(p: float, swap: bool, reduction: str) -> None:
    x = points()
    mine = triplet(x, LABELS, triplets=ROWS, p=p, swap=swap, reduction=reduction)
    theirs = torch.nn.TripletMarginLoss(p=p, swap=swap, reduction=reduction)(*(x[i] for i in ROWS.unbind(1)))
    torch.testing.assert_close(mine, theirs)
    torch.testing.assert_close(*(torch.autograd.grad(loss.sum(), x)[0] for loss in (mine, theirs)))


@pytest.mark.parametrize("distance", ["euclidean", "sqeuclidean", "cosine", "angle"])
@pytest.mark.parametrize("eps", [0.0, 1e-6])
def test_a_long_list_costs_what_its_parts_cost(distance: str, eps: float) -> None:
    """Three triplets of three dimensions are read point by point, all of them from a table of the pairs."""
    x, arguments = points(), {"distance": distance, "eps": eps, "reduction": "sum"}
    rows = torch.cartesian_prod(*[torch.arange(6)] * 3)
    whole = triplet(x, LABELS, triplets=rows, **arguments)
    parts = sum(triplet(x, LABELS, triplets=part, **arguments) for part in rows.split(3))
    torch.testing.assert_close(whole, parts)
    torch.testing.assert_close(*(torch.autograd.grad(loss, x)[0] for loss in (whole, parts)))


@pytest.mark.parametrize(
    ("distance", "expected"),
    [("sqeuclidean", 8.0 - 2.0 + 3), ("cosine", 1 - 2 + 3), ("angle", math.pi / 2 - math.pi + 3)],
)
def test_other_distances(distance: str, expected: float) -> None:
    x = torch.tensor([[2.0, 0.0], [0.0, 2.0], [-1.0, 0.0], [1.0, 1.0]])
    row = torch.tensor([[0, 1, 3 if distance == "sqeuclidean" else 2]])
    assert triplet(x, torch.zeros(4).long(), triplets=row, margin=3.0, distance=distance).item() == pytest.approx(
        expected
    )


def test_on_unit_vectors_the_squared_loss_is_twice_the_cosine_one_with_half_the_margin() -> None:
    x = points()
    squared = triplet(x, LABELS, triplets=ROWS, margin=0.8, distance="sqeuclidean", normalize=True)
    torch.testing.assert_close(squared, 2 * triplet(x, LABELS, triplets=ROWS, margin=0.4, distance="cosine"))


def test_the_list_decides_and_not_the_labels() -> None:
    x = points()
    first = triplet(x, LABELS, triplets=ROWS)
    assert torch.equal(triplet(x, torch.zeros(6).long(), triplets=ROWS), first)


def test_plain_gradients_have_the_length_of_unit_vectors() -> None:
    x = torch.tensor([[0.0, 0.0], [3.0, 0.0], [0.0, 0.1]], requires_grad=True)
    triplet(x, LABELS[:3], triplets=ROWS[:1], eps=0.0).backward()
    torch.testing.assert_close(x.grad, torch.tensor([[-1.0, 1.0], [1.0, 0.0], [0.0, -1.0]]))


def test_squared_gradients_fade_as_points_close_up() -> None:
    x = torch.tensor([[0.0, 0.0], [3.0, 0.0], [0.0, 0.1]], requires_grad=True)
    triplet(x, LABELS[:3], triplets=ROWS[:1], distance="sqeuclidean").backward()
    torch.testing.assert_close(x.grad, 2 * torch.tensor([[-3.0, 0.1], [3.0, 0.0], [0.0, -0.1]]))


@pytest.mark.parametrize("p", [1.0, 2.0, 3.0])
def test_without_an_offset_equal_points_pull_nowhere(p: float) -> None:
    x = torch.ones(3, 2, requires_grad=True)
    loss = triplet(x, LABELS[:3], triplets=ROWS[:1], eps=0.0, p=p)
    loss.backward()
    assert loss.item() == 1.0
    assert not x.grad.any()


def test_high_norms_do_not_overflow() -> None:
    x = torch.tensor([[0.0, 0.0], [1e4, 1e4], [0.0, 0.0]])
    loss = triplet(x, LABELS[:3], triplets=ROWS[:1], p=10.0, margin=0.0, eps=0.0)
    assert loss.item() == pytest.approx(1e4 * 2**0.1)


def test_an_empty_list_gives_0_attached_to_the_graph() -> None:
    x = points()
    loss = triplet(x, LABELS, triplets=torch.zeros(0, 3, dtype=torch.long))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def made(**params: Any) -> Any:
    return create("triplet", num_classes=4, embedding_dim=3, generator=torch.Generator().manual_seed(0), **params)


def test_a_step_draws_the_same_triplets_again() -> None:
    x, y = points().detach().float().repeat(3, 1), LABELS.repeat(3)
    loss = made()
    loss.advance(0.1, 5)
    first = loss(x, y)
    loss.advance(0.2, 6)
    other = loss(x, y)
    loss.advance(0.1, 5)
    assert torch.equal(loss(x, y), first)
    assert not torch.equal(other, first)


def test_readings_count_the_triplets_drawn() -> None:
    loss = made(margin=0.5)
    loss(torch.tensor([[0.0], [1.0], [1.2]]).repeat(1, 3) / 3**0.5, torch.tensor([0, 0, 1]))
    # (0, 1, 2): 1 against 1.2, semi-hard; (1, 0, 2): 1 against 0.2, hard
    assert loss.readings == {"triplets": 2.0, "active_triplets": 2.0, "easy": 0.0, "semihard": 1.0, "hard": 1.0}
