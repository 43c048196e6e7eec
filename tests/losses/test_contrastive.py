"""Contrastive loss: which pair does what, and edges."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from lossviz.losses.functional import contrastive


def of_pair(distance: float, same: bool, **arguments: object) -> float:
    points = torch.tensor([[0.0, 0.0], [distance, 0.0]])
    return contrastive(points, torch.tensor([0, 0 if same else 1]), **arguments).item()


@pytest.mark.parametrize(
    ("variant", "distance", "same", "expected"),
    [
        ("hadsell", 0.0, True, 0.0),
        ("hadsell", 3.0, True, 4.5),
        ("hadsell", 0.0, False, 2.0),
        ("hadsell", 1.5, False, 0.125),
        ("hadsell", 2.0, False, 0.0),
        ("hinge_sq", 3.0, True, 9.0),
        ("hinge_sq", 1.0, False, 1.0),
        ("hinge_sq", 2.0, False, 0.0),
    ],
)
def test_one_pair_with_margin_2(variant: str, distance: float, same: bool, expected: float) -> None:
    assert of_pair(distance, same, margin=2.0, variant=variant) == expected


def test_the_mean_counts_every_pair_once() -> None:
    points = torch.tensor([[0.0], [1.0], [5.0]])
    labels = torch.tensor([0, 0, 1])
    assert contrastive(points, labels, margin=1.0).item() == pytest.approx(0.5 / 3)
    assert contrastive(points, labels, margin=1.0, reduction="sum").item() == 0.5


@pytest.mark.parametrize("variant", ["hadsell", "hinge_sq"])
def test_coincident_strangers_keep_their_loss_without_a_gradient(variant: str) -> None:
    x = torch.ones(2, 2, requires_grad=True)
    loss = contrastive(x, torch.tensor([0, 1]), margin=2.0, variant=variant)
    loss.backward()
    assert loss.item() == 2.0
    assert not x.grad.any()


def test_one_sample_gives_0_attached_to_the_graph() -> None:
    x = torch.ones(1, 2, requires_grad=True)
    loss = contrastive(x, torch.tensor([0]))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_one_class_only_attracts() -> None:
    assert contrastive(torch.tensor([[0.0], [4.0]]), torch.tensor([3, 3])).item() == 8.0


def test_near_points_far_from_the_origin_keep_their_distance() -> None:
    """‖a‖² + ‖b‖² − 2ab would read 0 or less here."""
    points = torch.tensor([[9999.0, 9999.0], [9999.0, 9999.5]])
    assert contrastive(points, torch.tensor([0, 0])).item() == 0.125


def test_a_zero_vector_stays_at_the_origin_when_normalised() -> None:
    x: Tensor = torch.tensor([[0.0, 0.0], [5.0, 0.0]], requires_grad=True)
    loss = contrastive(x, torch.tensor([0, 0]), normalize=True)
    loss.backward()
    assert loss.item() == 0.5
    assert not x.grad[0].any()


def test_the_counts() -> None:
    points = torch.tensor([[0.0], [1.0], [1.5], [9.0]])
    _, extra = contrastive(points, torch.tensor([0, 0, 1, 2]), margin=1.0, with_extra=True)
    assert {name: int(count) for name, count in extra.items()} == {"pairs": 6, "active_pairs": 2, "active_negatives": 1}
