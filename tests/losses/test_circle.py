"""Circle loss: the published gradient, what it becomes, and edges."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from lossviz.geometry import circle_boundary_sp, circle_gradient
from lossviz.losses.functional import circle, triplet_batch_hard


def of_pair(sn: float, sp: float, **arguments: object) -> tuple[Tensor, float, float]:
    """The loss and its slopes in s_n and s_p."""
    n, p = (torch.tensor([s], dtype=torch.float64, requires_grad=True) for s in (sn, sp))
    loss = circle(sp=p, sn=n, level="similarity", **arguments)
    loss.backward()
    return loss, n.grad.item(), p.grad.item()


@pytest.mark.parametrize(("detach", "slope"), [(True, 27.2), (False, 38.4)])
def test_the_weights_are_constants_unless_told_otherwise(detach: bool, slope: float) -> None:
    loss, to_n, to_p = of_pair(0.6, 0.4, gamma=32.0, m=0.25, detach_alpha=detach)
    assert loss.item() == pytest.approx(19.04, abs=1e-6)
    assert (to_n, to_p) == pytest.approx((slope, -slope), abs=1e-5)


@pytest.mark.parametrize(("sn", "sp"), [(0.8, 0.8), (0.2, 0.2), (0.25, 0.75), (0.1, 0.9), (-0.5, 0.5)])
def test_slopes_are_those_of_the_closed_form(sn: float, sp: float) -> None:
    _, to_n, to_p = of_pair(sn, sp, gamma=80.0, m=0.25)
    known = circle_gradient(sn, sp, 80.0, 0.25)
    assert (to_n, to_p) == pytest.approx((known["d_sn"].item(), known["d_sp"].item()))


@pytest.mark.parametrize("sn", [-0.6, -0.25, 0.0, 0.2, 0.35])
def test_on_the_boundary_the_loss_is_ln_2(sn: float) -> None:
    sp = circle_boundary_sp(sn, 0.25)
    assert of_pair(sn, sp, gamma=80.0, m=0.25)[0].item() == pytest.approx(math.log(2))


def test_large_scales_neither_overflow_nor_vanish() -> None:
    sp, sn = torch.full((10,), -0.9), torch.full((10,), 0.95)
    loss = circle(sp=sp, sn=sn, gamma=256.0, m=0.25, level="similarity").item()
    exponents = 256 * (1.2 * 0.7 + 2.15 * 1.65)
    assert loss == pytest.approx(exponents + 2 * math.log(10), rel=1e-5)


def test_a_negative_that_is_far_enough_stays_in_the_sum_without_a_slope() -> None:
    loss, to_n, _ = of_pair(-0.9, 0.5, gamma=4.0, m=0.25)
    assert to_n == 0.0
    assert loss.item() == pytest.approx(math.log(1 + math.exp(-4 * 0.75 * (0.5 - 0.75))))


def test_where_both_paces_are_1_the_exponent_is_that_of_the_unified_loss() -> None:
    """α_p = 1 + m − s_p and α_n = s_n + m are 1 at s_p = m and s_n = 1 − m."""
    m = 0.25
    loss = of_pair(1 - m, m, gamma=10.0, m=m)[0]
    assert loss.item() == pytest.approx(math.log(1 + math.exp(10 * ((1 - m) - m - (m - (1 - m))))))


@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3], [1]], ids=["one class", "no two alike", "one sample"])
def test_without_a_comparison_it_is_0_attached_to_the_graph(labels: list[int]) -> None:
    x = torch.randn(len(labels), 2, requires_grad=True)
    loss = circle(x, torch.tensor(labels))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_a_singleton_is_no_anchor_but_a_negative() -> None:
    x, y = torch.eye(3), torch.tensor([0, 0, 1])
    _, extra = circle(x, y, with_extra=True)
    assert int(extra["anchors"]) == 2


def test_points_that_batch_hard_finds_satisfied_cost_little() -> None:
    angles = torch.tensor([0.0, 0.05, math.pi, math.pi + 0.05])
    x, y = torch.stack([angles.cos(), angles.sin()], 1), torch.tensor([0, 0, 1, 1])
    assert triplet_batch_hard(x, y, margin=0.5, distance="cosine").item() == 0
    assert circle(x, y, gamma=80.0, m=0.25).item() < 0.02
