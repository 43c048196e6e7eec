"""SphereFace: ψ, its slopes, λ, and what people met elsewhere."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from lossviz import geometry
from lossviz.losses import create
from lossviz.losses.functional import normalized_softmax, sphereface
from lossviz.losses.sphereface import SphereFace, psi

X, W = (torch.randn(n, 3, generator=torch.Generator().manual_seed(n)) for n in (5, 4))
Y = torch.tensor([0, 1, 2, 3, 0])


def module(**knobs: float | str) -> SphereFace:
    loss = create("sphereface", num_classes=4, embedding_dim=3, **knobs)
    assert isinstance(loss, SphereFace)
    return loss


def test_psi_falls_from_1_to_minus_7_in_the_known_steps() -> None:
    theta = torch.arange(9, dtype=torch.float64) * math.pi / 8
    torch.testing.assert_close(psi(theta.cos(), 4), torch.tensor([1.0, 0, -1, -2, -3, -4, -5, -6, -7]).double())


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_psi_is_the_closed_form_and_falls_all_the_way(m: int) -> None:
    theta = np.linspace(0, math.pi, 1001)
    found = psi(torch.tensor(np.cos(theta)), m).numpy()
    np.testing.assert_allclose(found, geometry.psi(theta, m), atol=1e-9)
    assert (np.diff(found) <= 1e-12).all()


@pytest.mark.parametrize(("cosine", "slope"), [(1.0, 16.0), (-1.0, 16.0), (math.sqrt(0.5), 0.0)])
def test_the_slope_of_psi_is_finite_at_the_ends_and_0_at_a_flat_point(cosine: float, slope: float) -> None:
    cos = torch.tensor(cosine, dtype=torch.float64, requires_grad=True)
    psi(cos, 4).backward()
    assert cos.grad.item() == pytest.approx(slope, abs=1e-6)


def test_m_1_is_the_modified_softmax() -> None:
    modified = normalized_softmax(X, Y, weights=W, s=1.0, normalize_features=False)
    torch.testing.assert_close(sphereface(X, Y, weights=W, m=1), modified)


def test_a_large_lambda_is_the_modified_softmax() -> None:
    modified = normalized_softmax(X, Y, weights=W, s=1.0, normalize_features=False)
    torch.testing.assert_close(sphereface(X, Y, weights=W, m=4, lam=1e9), modified)


def test_the_own_logit_by_hand() -> None:
    """At 60° to its own vector ψ(60°) = −cos 240° − 2 for m = 4; λ = 1 takes the mean with cos 60°."""
    x = 2 * torch.tensor([[math.cos(math.pi / 3), math.sin(math.pi / 3)]])
    own, other = 2 * (0.5 + (0.5 - 2)) / 2, 2 * math.sin(math.pi / 3)
    loss = sphereface(x, torch.tensor([0]), weights=torch.eye(2), m=4, lam=1.0)
    assert loss.item() == pytest.approx(math.log(1 + math.exp(other - own)))


def test_features_keep_their_length_unless_a_scale_is_given() -> None:
    assert not torch.isclose(sphereface(X, Y, weights=W), sphereface(2 * X, Y, weights=W))
    torch.testing.assert_close(sphereface(X, Y, weights=W, s=8.0), sphereface(2 * X, Y, weights=W, s=8.0))


def test_a_zero_vector_costs_ln_c() -> None:
    assert sphereface(torch.zeros(1, 3), torch.tensor([1]), weights=W).item() == pytest.approx(math.log(4))


@pytest.mark.parametrize("m", [0, -1, 1.5, float("nan")])
def test_a_multiple_that_is_no_whole_number_is_refused(m: float) -> None:
    with pytest.raises(ValueError, match=r"^m must"):
        sphereface(X, Y, weights=W, m=m)


@pytest.mark.parametrize(("step", "lam"), [(0, 1000.0), (100, 76.923), (1000, 8.264), (1659, 5.0), (9000, 5.0)])
def test_lambda_falls_with_the_steps_of_the_run(step: int, lam: float) -> None:
    loss = module(lam="annealed")
    loss.advance(0.5, step)
    loss(X, Y)
    assert loss.readings["lambda"] == pytest.approx(lam, abs=1e-3)


def test_a_resumed_run_goes_on_with_its_lambda() -> None:
    loss, other = module(lam="annealed"), module(lam="annealed")
    loss.advance(0.1, 100)
    other.load_state_dict(loss.state_dict())
    assert torch.equal(loss(X, Y), other(X, Y))
    assert torch.equal(loss(X, Y), sphereface(X, Y, weights=loss.weights, lam=1000 / 13))


def test_the_published_module_keeps_the_length_of_features() -> None:
    loss = module(lam=0.0)
    value: Tensor = loss(X, Y)
    assert torch.equal(value, sphereface(X, Y, weights=loss.weights))
