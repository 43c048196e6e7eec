"""InfoNCE: who is in the crowd, and edges."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses.functional import infonce

VIEWS = torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])


def test_equal_points_read_the_logarithm_of_the_candidates() -> None:
    x = torch.ones(8, 2)
    assert infonce(x, VIEWS, tau=0.07, denominator="all").item() == pytest.approx(math.log(7))
    assert infonce(x, VIEWS, tau=0.07).item() == pytest.approx(math.log(1 + 6))


def test_a_sample_is_never_its_own_candidate() -> None:
    """Orthogonal vectors: with the own similarity of 1 in the crowd the loss would be about 1/τ."""
    assert infonce(torch.eye(8), VIEWS, tau=0.07, denominator="all").item() == pytest.approx(math.log(7))


def test_long_features_do_not_overflow() -> None:
    x = 200 * torch.randn(8, 4, generator=torch.Generator().manual_seed(0))
    torch.testing.assert_close(infonce(x, VIEWS, tau=0.07), infonce(x / 200, VIEWS, tau=0.07))


def test_over_anchors_and_over_pairs_differ_when_classes_are_unequal() -> None:
    x, y = torch.tensor([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), torch.tensor([0, 0, 0, 1, 1])
    pair, anchor = (infonce(x, y, tau=1.0, reduction=reduction).item() for reduction in ("pair", "anchor"))
    c = math.cos(math.pi / 4)
    crowd = 1 + math.exp(c)
    zero, three, four = (
        math.log(1 + rest) for rest in (crowd / math.e, 3 / math.exp(c), 3 * math.exp(c) / math.exp(c))
    )
    assert pair == pytest.approx((6 * zero + three + four) / 8)
    assert anchor == pytest.approx((3 * zero + three + four) / 5)


def test_a_singleton_is_no_anchor_but_a_candidate() -> None:
    x = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert infonce(x, torch.tensor([0, 0, 7]), tau=1.0).item() == pytest.approx(math.log(1 + math.exp(-1)))


@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3], [1]], ids=["one class", "no two alike", "one sample"])
@pytest.mark.parametrize("denominator", ["negatives", "all"])
@pytest.mark.parametrize("reduction", ["pair", "anchor"])
def test_without_a_comparison_it_is_0_attached_to_the_graph(
    labels: list[int], denominator: str, reduction: str
) -> None:
    x = torch.randn(len(labels), 2, requires_grad=True)
    loss = infonce(x, torch.tensor(labels), denominator=denominator, reduction=reduction)
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_the_probability_is_the_share_of_the_positive() -> None:
    _, extra = infonce(torch.ones(4, 2), torch.tensor([0, 0, 1, 1]), with_extra=True)
    assert extra["probability"].item() == pytest.approx(1 / 3)
    assert (int(extra["pairs"]), int(extra["anchors"])) == (4, 4)
