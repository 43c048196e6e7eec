"""Circle loss on class vectors: right values, its frozen weights, and what it needs room for."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz import geometry
from lossviz.losses import create
from lossviz.losses.functional import circle_class

X, W = (torch.randn(n, 3, generator=torch.Generator().manual_seed(n)) for n in (5, 4))
Y = torch.tensor([0, 1, 2, 3, 0])


def at(sp: float, sn: float) -> tuple[torch.Tensor, torch.Tensor]:
    """A unit feature and two unit class vectors at these cosines to it."""
    w = torch.tensor([[sp, math.sqrt(1 - sp * sp)], [sn, math.sqrt(1 - sn * sn)]], dtype=torch.float64)
    return torch.tensor([[1.0, 0.0]], dtype=torch.float64), w


@pytest.mark.parametrize(("detach", "d_sp", "d_sn"), [(True, -27.2, 27.2), (False, -38.4, 38.4)])
def test_the_published_gradient_holds_alpha_constant(detach: bool, d_sp: float, d_sn: float) -> None:
    """s_p = 0.4, s_n = 0.6, m = 0.25, γ = 32: one loss, 19.04, and two fields."""
    x, w = at(0.4, 0.6)
    w.requires_grad_()
    loss = circle_class(x, torch.tensor([0]), weights=w, gamma=32.0, m=0.25, detach_alpha=detach)
    loss.backward()
    assert loss.item() == pytest.approx(19.04, abs=0.005)
    # along w itself a cosine does not change: ∂c/∂w is x̂ − c·ŵ, whose first entry is 1 − c²
    found = [w.grad[0, 0].item() / (1 - 0.4**2), w.grad[1, 0].item() / (1 - 0.6**2)]
    assert found == [pytest.approx(d_sp, abs=0.05), pytest.approx(d_sn, abs=0.05)]


def test_the_closed_form_of_one_pair() -> None:
    x, w = at(0.75, 0.25)
    loss = circle_class(x, torch.tensor([0]), weights=w, gamma=80.0, m=0.25)
    assert loss.item() == pytest.approx(math.log(2))
    assert geometry.circle_boundary_sp(0.25, 0.25) == 0.75


def test_one_class_costs_nothing() -> None:
    assert circle_class(X, torch.zeros(5, dtype=torch.long), weights=W[:1]).item() == 0.0


def test_the_published_gamma_overflows_nothing() -> None:
    x, w = torch.tensor([[1.0, 0.0]]), torch.tensor([[-1.0, 0.0], [1.0, 0.0]])
    loss = circle_class(x, torch.tensor([0]), weights=w)
    assert loss.item() == pytest.approx(256 * (1.25 * 0.75 + 2.25 * 1.75))


def test_the_inverse_similarity_by_hand() -> None:
    x, w = torch.tensor([[0.0, 0.0]]), torch.tensor([[0.0, 0.0], [1.0, 0.0]])
    loss = circle_class(x, torch.tensor([0]), weights=w, gamma=4.0, m=0.25, similarity="inverse")
    assert loss.item() == pytest.approx(math.log(1 + math.exp(4 * (0.75 * 0.25 - 0.25 * 0.25))))


@pytest.mark.parametrize("similarity", ["cosine", "inverse"])
def test_scores_and_what_is_drawn_agree_on_the_nearest_class(similarity: str) -> None:
    loss = create("circle_class", num_classes=4, embedding_dim=3, similarity=similarity)
    nearest = torch.cdist(X, loss.weights).argmin(1) if similarity == "inverse" else None
    drawn = X @ loss.class_vectors[:, 0].T + (0 if loss.bias is None else loss.bias)
    assert torch.equal(loss.scores(X).argmax(1), drawn.argmax(1))
    assert nearest is None or torch.equal(drawn.argmax(1), nearest)


@pytest.mark.parametrize("wrong", [{"gamma": 0.0}, {"m": 2.0}, {"similarity": "dot"}])
def test_what_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must"):
        circle_class(X, Y, weights=W, **wrong)
