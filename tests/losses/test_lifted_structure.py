"""Lifted structure loss: the three variants by hand, how they bound each other, and edges."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses.functional import lifted_structure, triplet_batch_hard

LINE = torch.tensor([[0.0], [1.0], [3.0], [4.5]])
PAIR = torch.tensor([0, 0, 1, 2])


def test_one_pair_against_the_strangers_of_both() -> None:
    """D_ik = 3, 4.5 and D_jl = 2, 3.5, D_ij = 1, margin 3."""
    j = math.log(math.exp(0) + math.exp(-1.5) + math.exp(1) + math.exp(-0.5)) + 1
    assert lifted_structure(LINE, PAIR, margin=3.0).item() == pytest.approx(j**2 / 2)


def test_the_max_form_knows_the_nearest_stranger_only() -> None:
    assert lifted_structure(LINE, PAIR, margin=3.0, variant="song2016_max").item() == pytest.approx(
        (3 - 2 + 1) ** 2 / 2
    )


def test_the_form_by_anchor() -> None:
    a = 1 + math.log(math.exp(2 - 3) + math.exp(2 - 4.5))
    b = 1 + math.log(math.exp(2 - 2) + math.exp(2 - 3.5))
    expected = (max(a, 0) + max(b, 0)) / 2
    assert lifted_structure(LINE, PAIR, margin=2.0, variant="hermans2017").item() == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_the_logarithm_bounds_the_maximum_from_above(seed: int) -> None:
    x = torch.randn(12, 2, generator=torch.Generator().manual_seed(seed))
    smooth, hard = (lifted_structure(x, torch.arange(12) % 3, variant=v) for v in ("song2016", "song2016_max"))
    assert smooth >= hard


def test_with_one_positive_and_one_negative_each_the_form_by_anchor_is_batch_hard() -> None:
    x, y = torch.tensor([[0.0], [1.0], [1.7]]), torch.tensor([0, 0, 1])
    mine = lifted_structure(x, y, margin=0.8, variant="hermans2017")
    torch.testing.assert_close(mine, triplet_batch_hard(x, y, margin=0.8))


@pytest.mark.parametrize("variant", ["song2016", "song2016_max", "hermans2017"])
@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3], [1]], ids=["one class", "no two alike", "one sample"])
def test_without_a_comparison_it_is_0_attached_to_the_graph(labels: list[int], variant: str) -> None:
    x = torch.randn(len(labels), 2, requires_grad=True)
    loss = lifted_structure(x, torch.tensor(labels), variant=variant)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_of_equally_near_strangers_the_first_gets_the_gradient() -> None:
    x = torch.tensor([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [-2.0, 0.0]], requires_grad=True)
    lifted_structure(x, PAIR, margin=5.0, variant="song2016_max").backward()
    assert x.grad[2].any()
    assert not x.grad[3].any()


def test_a_pair_that_is_active_is_counted() -> None:
    _, extra = lifted_structure(LINE, torch.tensor([0, 0, 1, 1]), margin=1.0, with_extra=True)
    # J = ln(e^-2 + e^-3.5 + e^-1 + e^-2.5) + 1 > 0 for (0, 1); for (2, 3) the same strangers and D = 1.5
    assert (int(extra["pairs"]), int(extra["active_pairs"])) == (2, 2)
