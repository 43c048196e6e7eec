"""The unified loss over sets of similarities: what it equals, and how it nears the batch-hard hinge."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from lossviz.geometry.unified import (
    gradient_shares,
    hardest_violation,
    hinge_gap,
    hinge_gap_bound,
    softmax_of_target,
    unified_loss,
)
from lossviz.losses import functional as F

SP, SN = [0.82, 0.58, 0.71, 0.9], [0.34, -0.12, 0.47, 0.1, -0.35, 0.22]
SETTINGS = [(1.0, 0.0), (16.0, 0.25), (64.0, 0.35), (512.0, 0.0), (512.0, 0.25)]


@pytest.mark.parametrize(("gamma", "m"), SETTINGS)
def test_it_is_the_loss_of_the_library(gamma: float, m: float) -> None:
    sp, sn = torch.tensor(SP, dtype=torch.float64), torch.tensor(SN, dtype=torch.float64)
    wanted = F.unified(sp=sp, sn=sn, gamma=gamma, m=m, level="similarity")
    assert unified_loss(SP, SN, gamma, m) == pytest.approx(float(wanted))


def of_one_sample() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A digit, its class, and vectors of ten classes, none of unit length."""
    random = torch.Generator().manual_seed(0)
    x = 3 * torch.randn(1, 5, generator=random, dtype=torch.float64)
    return x, torch.tensor([4]), 2 * torch.randn(10, 5, generator=random, dtype=torch.float64)


def split(similarities: torch.Tensor, own: int) -> tuple[list[float], list[float]]:
    values = similarities[0].tolist()
    return [values[own]], values[:own] + values[own + 1 :]


@pytest.mark.parametrize(("gamma", "m"), [(30.0, 0.35), (64.0, 0.35), (16.0, 0.0)])
def test_with_one_positive_it_is_am_softmax(gamma: float, m: float) -> None:
    x, y, weights = of_one_sample()
    sp, sn = split(torch.nn.functional.cosine_similarity(x[:, None], weights[None], dim=-1), 4)
    wanted = float(F.cosface(x, y, weights=weights, s=gamma, m=m))
    assert unified_loss(sp, sn, gamma, m) == pytest.approx(wanted)
    assert softmax_of_target(sp[0], sn, gamma, m) == pytest.approx(wanted)


def test_with_one_positive_and_no_margin_it_is_normface() -> None:
    x, y, weights = of_one_sample()
    sp, sn = split(torch.nn.functional.cosine_similarity(x[:, None], weights[None], dim=-1), 4)
    wanted = float(F.normalized_softmax(x, y, weights=weights, s=16.0))
    assert unified_loss(sp, sn, 16.0, 0.0) == pytest.approx(wanted)


def test_of_inner_products_without_scale_and_margin_it_is_the_softmax_loss() -> None:
    x, y, weights = of_one_sample()
    sp, sn = split(x @ weights.T, 4)
    wanted = float(F.softmax(x, y, weights=weights))
    assert unified_loss(sp, sn, 1.0, 0.0) == pytest.approx(wanted)
    assert softmax_of_target(sp[0], sn, 1.0) == pytest.approx(wanted)


@pytest.mark.parametrize(("gamma", "m"), SETTINGS)
def test_it_lies_above_the_hinge_by_no_more_than_the_bound(gamma: float, m: float) -> None:
    gap = hinge_gap(SP, SN, gamma, m)
    hinge = max(0.0, hardest_violation(SP, SN, m))
    assert 0 < gap <= hinge_gap_bound(4, 6, gamma)
    assert hinge + gap == pytest.approx(unified_loss(SP, SN, gamma, m) / gamma, abs=1e-12)


def test_the_bound_is_met_where_all_pairs_are_alike_and_lie_on_the_margin() -> None:
    assert hinge_gap([0.6] * 4, [0.6] * 6, 8.0, 0.0) == pytest.approx(math.log(25) / 8)


def test_a_large_scale_leaves_the_batch_hard_triplet_loss_of_cosines() -> None:
    """For unit vectors the squared distance is 2 − 2cos, so its hinge with margin 2m is twice that of the cosines."""
    angles = torch.tensor([0.0, 0.4, 0.9, 0.6, 1.8], dtype=torch.float64)
    x = torch.stack([angles.cos(), angles.sin()], dim=1)
    cosines = (x @ x.T)[0]
    squared = 2 - 2 * cosines
    wanted = torch.relu(squared[1:3].max() - squared[3:].min() + 2 * 0.25) / 2
    loss = unified_loss(cosines[1:3].tolist(), cosines[3:].tolist(), 1e5, 0.25)
    assert loss / 1e5 == pytest.approx(float(wanted), abs=1e-4)


@pytest.mark.parametrize(("gamma", "m"), SETTINGS)
def test_shares_are_those_of_the_gradient(gamma: float, m: float) -> None:
    sp, sn = (torch.tensor(s, dtype=torch.float64, requires_grad=True) for s in (SP, SN))
    F.unified(sp=sp, sn=sn, gamma=gamma, m=m, level="similarity").backward()
    z, p, n = gradient_shares(SP, SN, gamma, m)
    assert np.allclose(-gamma * z * p, sp.grad.numpy())
    assert np.allclose(gamma * z * n, sn.grad.numpy())


def test_a_larger_scale_gives_more_to_the_hardest_until_it_takes_all() -> None:
    of_hardest = [gradient_shares(SP, SN, gamma, 0.25)[2][2] for gamma in (1.0, 4.0, 16.0, 64.0, 512.0)]
    assert of_hardest == sorted(of_hardest)
    assert of_hardest[-1] == pytest.approx(1)
