"""Quadruplet loss over a list: Chen's two terms, adaptive margins, the survey's curiosity, and edges."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from lossviz.losses import create
from lossviz.losses.functional import quadruplet, triplet

LINE = torch.tensor([[0.0], [1.0], [1.5], [3.0]])
LABELS = torch.tensor([0, 0, 1, 2])
ROW = torch.tensor([[0, 1, 2, 3]])


def test_both_terms_by_hand() -> None:
    """d(a,p) = 1, d(a,n1) = 1.5, d(n2,n1) = 1.5."""
    value = quadruplet(LINE, LABELS, quadruplets=ROW, alpha1=2.0, alpha2=1.0, distance="euclidean")
    assert value.item() == pytest.approx((1 - 1.5 + 2) + (1 - 1.5 + 1))


def test_the_published_distance_is_squared() -> None:
    value = quadruplet(LINE, LABELS, quadruplets=ROW, alpha1=2.0, alpha2=1.0)
    assert value.item() == pytest.approx(1 - 2.25 + 2)


def test_the_survey_asks_a_second_twin_to_be_farther() -> None:
    """d(a,p) = 1, d(a,s) = 1.5, d(a,n) = 3, all of one class but the last."""
    value = quadruplet(
        LINE,
        torch.tensor([0, 0, 0, 1]),
        quadruplets=ROW,
        alpha1=1.0,
        alpha2=2.0,
        variant="survey",
        distance="euclidean",
    )
    assert value.item() == pytest.approx((1 - 1.5 + 1) + (1.5 - 3 + 2))


def test_the_survey_in_both_orders_never_falls_below_twice_its_margin() -> None:
    x = torch.randn(4, 3, generator=torch.Generator().manual_seed(0))
    both = torch.tensor([[0, 1, 2, 3], [0, 2, 1, 3]])
    value = quadruplet(x, torch.tensor([0, 0, 0, 1]), quadruplets=both, alpha1=0.7, variant="survey", reduction="sum")
    assert value >= 2 * 0.7


def test_adaptive_margins_follow_the_mean_distances_and_may_be_negative() -> None:
    """Positive pair 1; negative pairs 1.5, 3, 0.5, 2, 1.5: their mean is 1.7."""
    arguments = {"quadruplets": ROW, "adaptive": True, "distance": "euclidean", "with_extra": True}
    _, extra = quadruplet(LINE, LABELS, **arguments)
    assert extra["alpha"] == pytest.approx([0.7, 0.35])
    _, extra = quadruplet(torch.tensor([[0.0], [9.0], [1.0], [2.0]]), LABELS, **arguments)
    assert extra["alpha"][0] < 0


def test_adaptive_margins_are_constants() -> None:
    x = LINE.double().requires_grad_()
    first = quadruplet(x, LABELS, quadruplets=ROW, adaptive=True, w1=2.0, w2=2.0)
    alpha = quadruplet(x, LABELS, quadruplets=ROW, adaptive=True, w1=2.0, w2=2.0, with_extra=True)[1]["alpha"]
    fixed = quadruplet(x, LABELS, quadruplets=ROW, alpha1=alpha[0], alpha2=alpha[1])
    torch.testing.assert_close(*(torch.autograd.grad(value, x)[0] for value in (first, fixed)))


def test_with_the_second_term_satisfied_it_is_the_triplet_loss() -> None:
    x = torch.tensor([[0.0], [1.0], [1.5], [30.0]])
    mine = quadruplet(x, LABELS, quadruplets=ROW, distance="euclidean")
    torch.testing.assert_close(mine, triplet(x, LABELS, triplets=ROW[:, :3], eps=0.0))


def test_coincident_points_keep_their_loss_without_a_gradient() -> None:
    x = torch.ones(4, 2, requires_grad=True)
    loss = quadruplet(x, LABELS, quadruplets=ROW, distance="euclidean")
    loss.backward()
    assert loss.item() == 1.5
    assert not x.grad.any()


def made(**params: Any) -> Any:
    return create("quadruplet", num_classes=4, embedding_dim=1, generator=torch.Generator().manual_seed(0), **params)


@pytest.mark.parametrize("mining", ["random", "semihard"])
@pytest.mark.parametrize("labels", [[1] * 4, [0, 0, 1, 1], [0, 1, 2, 3]], ids=["one class", "two", "no two alike"])
def test_without_a_quadruplet_it_is_0_attached_to_the_graph(labels: list[int], mining: str) -> None:
    x = LINE.clone().requires_grad_()
    loss = made(mining=mining)(x, torch.tensor(labels))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_semihard_mining_takes_the_nearest_negative_beyond_the_positive() -> None:
    x, y = torch.tensor([[0.0], [1.0], [-0.5], [-1.2], [-9.0]]), torch.tensor([0, 0, 1, 2, 3])
    loss = made(mining="semihard", distance="euclidean", alpha2=0.0)
    loss(x, y)
    rows = loss._found(x, y)
    assert rows[:, :3].tolist() == [[0, 1, 3], [1, 0, 2]]


def test_readings_count_the_quadruplets() -> None:
    loss = made(alpha1=1.0, alpha2=0.25)
    loss(LINE, LABELS)
    assert loss.readings["quadruplets"] == 2.0
    assert (loss.readings["alpha1"], loss.readings["alpha2"]) == (1.0, 0.25)
