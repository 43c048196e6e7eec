"""Every loss on ugly batches: finite everywhere, and blind to the order of the samples."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from lossviz.losses import functional

CLASSES, DIM = 4, 2
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("softmax", {}),
    ("softmax", {"label_smoothing": 0.1}),
    ("center", {}),
    ("center", {"joint": True}),
    ("cosface", {}),
    ("arcface", {}),
    ("arcface", {"easy_margin": True}),
    ("arcface", {"label_smoothing": 0.1, "ls_mode": "logits"}),
    ("contrastive", {}),
    ("contrastive", {"variant": "hinge_sq"}),
    ("contrastive", {"normalize": True}),
    ("triplet_batch_hard", {}),
    ("triplet_batch_hard", {"margin": "soft", "tau": 0.3}),
    ("triplet_batch_hard", {"distance": "angle"}),
    ("triplet_batch_hard", {"distance": "cosine"}),
    ("triplet_semihard", {}),
    ("triplet_semihard", {"fallback": "max", "distance": "angle"}),
    ("triplet_semihard", {"selection": "all", "distance": "euclidean", "normalize": False, "margin": 50.0}),
]
names = pytest.mark.parametrize(("loss", "params"), FORMS, ids=[f"{loss}-{params}" for loss, params in FORMS])

value = st.one_of(st.floats(-1e4, 1e4, width=32), st.sampled_from([0.0, 1.0, -1.0, 1e-13, 1e4]))
vector = st.lists(value, min_size=DIM, max_size=DIM)


@st.composite
def ugly_batches(draw: st.DrawFn) -> tuple[Tensor, Tensor, Tensor]:
    """Embeddings with duplicates and zeros, labels with one class or none twice, class vectors among the points."""
    points = draw(st.lists(vector, min_size=1, max_size=4))
    n = draw(st.integers(1, 7))
    embeddings = torch.tensor([draw(st.sampled_from(points)) for _ in range(n)])
    labels = draw(st.lists(st.integers(0, draw(st.integers(0, CLASSES - 1))), min_size=n, max_size=n))
    weights = torch.tensor([draw(st.one_of(st.sampled_from(points), vector)) for _ in range(CLASSES)])
    return embeddings, torch.tensor(labels), weights


def tensors(loss: str, weights: Tensor) -> dict[str, Tensor]:
    known = inspect.signature(getattr(functional, loss)).parameters
    return {name: weights.clone().requires_grad_() for name in ("weights", "centers") if name in known}


@names
@settings(max_examples=30, deadline=None)
@given(batch=ugly_batches())
def test_loss_and_gradients_are_finite(loss: str, params: dict[str, Any], batch: tuple[Tensor, Tensor, Tensor]) -> None:
    embeddings, labels, weights = batch
    embeddings.requires_grad_()
    given_tensors = tensors(loss, weights)
    result = getattr(functional, loss)(embeddings, labels, **given_tensors, **params)
    result.backward()
    assert result.isfinite()
    assert result >= 0
    gradients = [t.grad for t in (embeddings, *given_tensors.values()) if t.grad is not None]
    assert embeddings.grad is not None
    assert all(gradient.isfinite().all() for gradient in gradients)


@names
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**31), order=st.permutations(range(9)))
def test_the_order_of_the_samples_does_not_matter(
    loss: str, params: dict[str, Any], seed: int, order: list[int]
) -> None:
    generator = torch.Generator().manual_seed(seed)
    embeddings = torch.randn(9, DIM, generator=generator, dtype=torch.float64)
    labels = torch.randint(0, CLASSES, (9,), generator=generator)
    weights = torch.randn(CLASSES, DIM, generator=generator, dtype=torch.float64)

    def computed(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        x = x.clone().requires_grad_()
        result = getattr(functional, loss)(x, y, **tensors(loss, weights), **params)
        return result, torch.autograd.grad(result, x)[0]

    straight, gradient = computed(embeddings, labels)
    shuffled, shuffled_gradient = computed(embeddings[order], labels[order])
    torch.testing.assert_close(shuffled, straight)
    torch.testing.assert_close(shuffled_gradient, gradient[order])
