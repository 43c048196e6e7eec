"""Semi-hard triplet loss: which triplets count, and what they cost."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from lossviz.losses.functional import triplet_semihard

PLAIN = {"distance": "euclidean", "normalize": False}


def line(*positions: float) -> Tensor:
    return torch.tensor([[p] for p in positions], requires_grad=True)


def chosen(points: Tensor, labels: list[int], **arguments: object) -> list[list[int]]:
    extra = triplet_semihard(points, torch.tensor(labels), **{**PLAIN, **arguments}, with_extra=True)[1]
    return extra["selected"].tolist()


def test_of_hard_semihard_and_easy_the_semihard_one_is_chosen() -> None:
    """d_ap = 1, negatives at 0.5 (hard), 1.1 (semi-hard) and 3 (easy) from the anchor, margin 0.3."""
    points = line(0.0, 1.0, -0.5, -1.1, -3.0)
    assert [0, 1, 3] in chosen(points, [0, 0, 1, 2, 3], margin=0.3)
    assert [t for t in chosen(points, [0, 0, 1, 2, 3], margin=0.3, selection="all") if t[0] == 0] == [[0, 1, 3]]


def test_both_ends_are_strict() -> None:
    assert chosen(line(0.0, 1.0, -1.0, -1.5), [0, 0, 1, 2], margin=0.5, selection="all") == []


def test_the_loss_of_one_triplet() -> None:
    loss = triplet_semihard(line(0.0, 1.0, -1.25), torch.tensor([0, 0, 1]), margin=0.5, **PLAIN)
    assert loss.item() == 0.25


def test_the_nearest_semihard_negative_is_chosen_and_the_first_of_equals() -> None:
    assert chosen(line(0.0, 1.0, -1.4, -1.2, -1.2), [0, 0, 1, 1, 2], margin=0.5)[0] == [0, 1, 3]


def test_of_two_hundred_equal_negatives_the_first_is_chosen() -> None:
    points = line(0.0, 1.0, *[-1.2] * 200)
    assert chosen(points, [0, 0, *range(1, 201)], margin=0.5)[0] == [0, 1, 2]


def test_a_pair_without_one_is_left_out_or_takes_another() -> None:
    points = line(0.0, 1.0, 0.4, 0.6, -5.0)
    labels = [0, 0, 1, 2, 3]
    assert chosen(points, labels, margin=0.2) == []
    assert chosen(points, labels, margin=0.2, fallback="max") == [[0, 1, 4], [1, 0, 4]]
    assert chosen(points[:4], labels[:4], margin=0.2, fallback="max") == [[0, 1, 3], [1, 0, 2]]


@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3]], ids=["one class", "no two alike"])
@pytest.mark.parametrize("arguments", [{}, {"selection": "all"}, {"fallback": "max"}])
def test_without_a_triplet_it_is_0_attached_to_the_graph(labels: list[int], arguments: dict[str, str]) -> None:
    x = torch.randn(4, 2, requires_grad=True)
    loss = triplet_semihard(x, torch.tensor(labels), **arguments)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_all_points_equal_are_not_semihard() -> None:
    x = torch.ones(4, 2, requires_grad=True)
    loss = triplet_semihard(x, torch.tensor([0, 0, 1, 1]), **PLAIN)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


@pytest.mark.parametrize("seed", range(4))
def test_all_semihard_triplets_cost_what_listing_them_costs(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    points = torch.randn(14, 2, generator=generator, dtype=torch.float64, requires_grad=True)
    labels = torch.randint(0, 4, (14,), generator=generator)
    loss, extra = triplet_semihard(points, labels, margin=0.7, selection="all", **PLAIN, with_extra=True)
    apart = torch.cdist(points, points)
    listed = [
        [a, p, n]
        for a in range(14)
        for p in range(14)
        for n in range(14)
        if a != p and labels[a] == labels[p] != labels[n] and apart[a, p] < apart[a, n] < apart[a, p] + 0.7
    ]
    terms = torch.stack([apart[a, p] - apart[a, n] + 0.7 for a, p, n in listed])
    assert extra["selected"].tolist() == listed
    torch.testing.assert_close(loss, terms.mean())
    torch.testing.assert_close(*(torch.autograd.grad(value, points)[0] for value in (loss, terms.mean())))


def test_a_random_semihard_negative_is_semihard_and_each_comes_up() -> None:
    points, labels = line(0.0, 1.0, -1.2, -1.4, -0.5, -3.0), torch.tensor([0, 0, 1, 1, 1, 1])
    drawn = set()
    for seed in range(40):
        arguments = {"selection": "random", "generator": torch.Generator().manual_seed(seed)}
        _, extra = triplet_semihard(points, labels, margin=0.5, **PLAIN, **arguments, with_extra=True)
        drawn |= {tuple(row) for row in extra["selected"].tolist() if row[0] == 0}
    assert drawn == {(0, 1, 2), (0, 1, 3)}


def test_what_is_drawn_at_random_costs_what_a_triplet_costs() -> None:
    value = triplet_semihard(line(0.0, 1.0, -1.25), torch.tensor([0, 0, 1]), margin=0.5, selection="random", **PLAIN)
    assert value.item() == 0.25


@pytest.mark.parametrize("arguments", [{}, {"fallback": "max"}, {"selection": "random"}, {"selection": "all"}])
@pytest.mark.parametrize("broken", [[0], [0, 1, 2, 3]], ids=["one", "all"])
def test_a_loss_of_what_is_not_a_number_is_none(broken: list[int], arguments: dict[str, str]) -> None:
    points = torch.tensor([[0.0], [1.0], [1.1], [3.0]])
    points[broken] = torch.nan
    assert triplet_semihard(points, torch.tensor([0, 0, 1, 2]), margin=0.3, **PLAIN, **arguments).isnan()
