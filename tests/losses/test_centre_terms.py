"""Intra, inter and margin loss: distances to class centres, and the softmax that the first two need beside them."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses import create
from lossviz.losses.center import center_update
from lossviz.losses.contract import PureLoss
from lossviz.losses.functional import center, inter, intra, margin, normalized_softmax, softmax
from lossviz.losses.module import Loss

X = torch.randn(8, 3, generator=torch.Generator().manual_seed(0))
CENTERS = torch.randn(4, 3, generator=torch.Generator().manual_seed(1))
Y = torch.arange(8) % 4
POINT, ORIGIN = torch.tensor([[3.0, 4.0]]), torch.zeros(1, 2)
FIRST = torch.tensor([0])
DISTANCES = ["euclidean", "sqeuclidean", "cosine", "angle"]


def module(id: str, **knobs: float | str | bool) -> Loss:
    return create(id, num_classes=4, embedding_dim=3, generator=torch.Generator().manual_seed(2), **knobs)


def test_intra_without_a_radius_on_squared_distances_is_twice_center() -> None:
    found = intra(X, Y, centers=CENTERS, distance="sqeuclidean", delta=0.0)
    torch.testing.assert_close(found, 2 * center(X, Y, centers=CENTERS))


def test_inside_its_ball_intra_costs_nothing_and_pulls_nowhere() -> None:
    x = POINT.clone().requires_grad_()
    loss = intra(x, FIRST, centers=ORIGIN, delta=5.0)
    loss.backward()
    assert loss.item() == 0.0
    assert not x.grad.any()


@pytest.mark.parametrize("distance", DISTANCES)
def test_on_the_centre_intra_has_no_gradient(distance: str) -> None:
    x = POINT.clone().requires_grad_()
    intra(x, FIRST, centers=POINT.clone(), delta=0.0, distance=distance).backward()
    torch.testing.assert_close(x.grad, torch.zeros_like(x), atol=1e-6, rtol=0)


def test_the_arcface_papers_intra_is_the_angle_over_pi() -> None:
    centers = torch.tensor([[0.0, 2.0]])
    found = intra(torch.tensor([[5.0, 0.0]]), FIRST, centers=centers, variant="arcface")
    assert found.item() == pytest.approx(0.5)


def test_the_arcface_papers_inter_hangs_on_the_centres_alone() -> None:
    x, centers = X.clone().requires_grad_(), torch.eye(3).requires_grad_()
    loss = inter(x, Y % 3, centers=centers, variant="arcface")
    loss.backward()
    assert loss.item() == pytest.approx(-0.5)
    assert not x.grad.any()
    assert centers.grad.any()


def test_inter_counts_every_other_centre() -> None:
    centers = torch.tensor([[9.0, 9.0], [3.0, 3.0], [3.0, 0.0]])
    assert inter(POINT, FIRST, centers=centers, delta=5.0).item() == pytest.approx((4 + 1) / 2)


@pytest.mark.parametrize("loss", [inter, margin])
@pytest.mark.parametrize("distance", DISTANCES)
def test_a_single_class_costs_nothing(loss: PureLoss, distance: str) -> None:
    x = X.clone().requires_grad_()
    value = loss(x, torch.zeros(8, dtype=torch.long), centers=CENTERS[:1], distance=distance)
    value.backward()
    assert value.item() == 0.0
    assert not x.grad.any()


def test_margin_asks_the_own_centre_to_lead() -> None:
    centers = torch.tensor([[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]])
    found = [margin(POINT, FIRST, centers=centers, m=1.0, negatives=which).item() for which in ("all", "nearest")]
    assert found == [pytest.approx(((5 - 4 + 1) + (5 - 1 + 1)) / 2), pytest.approx(5 - 1 + 1)]


def test_with_two_classes_all_and_nearest_are_one() -> None:
    y = Y % 2
    both = [margin(X, y, centers=CENTERS[:2], negatives=which) for which in ("all", "nearest")]
    assert torch.equal(*both)


@pytest.mark.parametrize("distance", ["cosine", "angle"])
def test_a_zero_vector_lies_at_90_degrees_and_has_no_gradient(distance: str) -> None:
    x = torch.zeros(1, 2, requires_grad=True)
    loss = intra(x, FIRST, centers=POINT, delta=0.0, distance=distance)
    loss.backward()
    assert loss.item() == pytest.approx(1.0 if distance == "cosine" else math.pi / 2)
    assert not x.grad.any()


@pytest.mark.parametrize(
    ("loss", "wrong"),
    [
        (intra, {"delta": -1.0}),
        (intra, {"variant": "none"}),
        (inter, {"distance": "manhattan"}),
        (margin, {"m": -0.1}),
        (margin, {"negatives": "some"}),
        (margin, {"reduction": "median"}),
    ],
)
def test_what_cannot_be_is_refused(loss: PureLoss, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must"):
        loss(X, Y, centers=CENTERS, **wrong)


@pytest.mark.parametrize("id", ["intra", "inter"])
def test_jointly_the_term_counts_lambda_beside_softmax(id: str) -> None:
    loss = module(id, joint=True, lam=0.25, delta=0.3).eval()
    alone = module(id, delta=0.3).eval()
    expected = softmax(X, Y, weights=loss.weights, bias=loss.logit_bias) + 0.25 * alone(X, Y)
    torch.testing.assert_close(loss(X, Y), expected)


@pytest.mark.parametrize("id", ["intra", "inter"])
def test_the_arcface_papers_form_stands_beside_normalised_softmax(id: str) -> None:
    loss = module(id, joint=True, variant="arcface", s=64.0)
    term = {"intra": intra, "inter": inter}[id](X, Y, centers=loss.weights, variant="arcface")
    torch.testing.assert_close(loss(X, Y), normalized_softmax(X, Y, weights=loss.weights, s=64.0) + term)
    torch.testing.assert_close(loss.scores(X), X @ loss.class_vectors[:, 0].T)


@pytest.mark.parametrize("id", ["intra", "inter", "margin"])
def test_centres_follow_their_digits_after_the_loss(id: str) -> None:
    loss = module(id, alpha=0.5)
    before = loss.centres
    x = X.clone().requires_grad_()
    loss(x, Y).backward()
    torch.testing.assert_close(loss.centres, center_update(before, X, Y, 0.5))
