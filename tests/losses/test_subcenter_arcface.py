"""Sub-center ArcFace: the nearest vector counts, and the cleaning that it is for."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses import create, subcenter_clean
from lossviz.losses.functional import arcface, subcenter_arcface

X = torch.randn(8, 3, generator=torch.Generator().manual_seed(0))
W = torch.randn(4, 3, 3, generator=torch.Generator().manual_seed(1))
Y = torch.arange(8) % 4


@pytest.mark.parametrize("easy_margin", [False, True])
def test_one_sub_centre_is_arcface(easy_margin: bool) -> None:
    found = subcenter_arcface(X, Y, weights=W[:, :1], easy_margin=easy_margin)
    torch.testing.assert_close(found, arcface(X, Y, weights=W[:, 0], easy_margin=easy_margin))


def test_every_class_is_measured_at_its_nearest_vector() -> None:
    x = torch.tensor([[1.0, 0.0]])
    w = torch.tensor([[[1.0, 0.0], [-1.0, 0.0]], [[0.0, 1.0], [math.cos(0.5), math.sin(0.5)]]])
    loss = subcenter_arcface(x, torch.tensor([0]), weights=w, s=1.0, m=0.2)
    assert loss.item() == pytest.approx(math.log(1 + math.exp(math.cos(0.5) - math.cos(0.2))))


def test_of_equal_sub_centres_only_the_first_learns() -> None:
    w = torch.ones(2, 3, 2).requires_grad_()
    subcenter_arcface(torch.tensor([[1.0, 0.0]]), torch.tensor([0]), weights=w, s=4.0).backward()
    assert w.grad[:, 0].any()
    assert not w.grad[:, 1:].any()


def test_on_its_own_vector_the_gradient_is_finite() -> None:
    x = torch.tensor([[2.0, 0.0]], requires_grad=True)
    w = torch.tensor([[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 0.0], [0.0, -1.0]]], requires_grad=True)
    subcenter_arcface(x, torch.tensor([0]), weights=w).backward()
    assert x.grad.isfinite().all()
    assert w.grad.isfinite().all()


@pytest.mark.parametrize("weights", [W[:, 0], W[:, :, :2], W[:, :0]])
def test_vectors_of_another_shape_are_refused(weights: torch.Tensor) -> None:
    with pytest.raises(ValueError, match=r"^weights must be real numbers of shape \(C, K, 3\)"):
        subcenter_arcface(X, Y, weights=weights)


def test_cleaning_drops_what_is_far_from_the_dominant_vector() -> None:
    """Class 0 has three samples near the first axis and one near the second, class 1 one, class 2 none."""
    degrees = torch.tensor([0.0, 5.0, 10.0, 85.0, 180.0])
    points = torch.stack([degrees.deg2rad().cos(), degrees.deg2rad().sin()], 1)
    axes = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    found = subcenter_clean(points, torch.tensor([0, 0, 0, 0, 1]), torch.stack([axes, -axes, axes]), 75.0)
    assert found == {"dominant": [0, 0, None], "drop": [3]}


def test_of_equally_popular_vectors_the_first_is_dominant() -> None:
    found = subcenter_clean(torch.eye(2), torch.tensor([0, 0]), torch.eye(2).flip(0)[None], 180.0)
    assert found == {"dominant": [0], "drop": []}


def test_the_module_shows_k_vectors_for_each_class_and_their_use() -> None:
    loss = create("subcenter_arcface", num_classes=4, embedding_dim=3, K=2)
    with torch.no_grad():
        loss.weights.copy_(W[:, :2])
    x = torch.stack([W[0, 0], W[0, 0], W[0, 1], W[1, 1]])
    loss(x, torch.tensor([0, 0, 0, 1]))
    assert loss.class_vectors.shape == (4, 2, 3)
    assert loss.readings["dominant_share"] == 0.75


@pytest.mark.parametrize(("spread", "apart"), [(0.0, 0.0), (0.05, 0.3), (1.0, 4.0)])
def test_sub_centres_may_start_close_together(spread: float, apart: float) -> None:
    generator = torch.Generator().manual_seed(0)
    loss = create("subcenter_arcface", num_classes=4, embedding_dim=3, K=3, spread=spread, generator=generator)
    distances = (loss.class_vectors[:, :1] - loss.class_vectors).norm(dim=2)
    assert distances.max() <= apart
    assert (distances.max() > apart / 4) == (spread > 0)
