"""Losses on class vectors and centres: finite on ugly batches, blind to order, equal to plain loops."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import torch
from class_loops import TERMS, loop
from hypothesis import given, settings
from hypothesis import strategies as st
from test_battery import EXAMPLES, ugly_batches
from torch import Tensor

from lossviz.catalog import losses
from lossviz.losses import functional

CLASSES, DIM = 4, 2
SIZES = {"margins": {"a": 0.9, "b": 0.1, "lam": 0.25}}
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("softmax", {"label_smoothing": 0.1}),
    ("normalized_softmax", {}),
    ("normalized_softmax", {"normalize_features": False, "s": 2.0}),
    ("sphereface", {}),
    ("sphereface", {"m": 3, "lam": 5.0}),
    ("sphereface", {"m": 2, "s": 16.0}),
    ("cosface", {}),
    ("arcface", {}),
    ("arcface", {"easy_margin": True}),
    ("arcface", {"label_smoothing": 0.2}),
    ("arcface", {"label_smoothing": 0.2, "ls_mode": "logits"}),
    ("combined_margin", {}),
    ("combined_margin", {"m1": 1.35, "m2": 0.5, "m3": 0.0}),
    ("adacos", {}),
    ("adacos", {"mode": "dynamic"}),
    ("adacos", {"mode": "dynamic", "s_prev": 9.0}),
    ("subcenter_arcface", {}),
    ("subcenter_arcface", {"easy_margin": True, "m": 1.0}),
    ("dynamic_arcface", SIZES),
    ("circle_class", {}),
    ("circle_class", {"detach_alpha": False, "gamma": 4.0}),
    ("circle_class", {"similarity": "inverse", "gamma": 16.0}),
    ("center", {}),
    ("intra", {}),
    ("intra", {"distance": "angle", "delta": 0.1}),
    ("intra", {"variant": "arcface"}),
    ("inter", {}),
    ("inter", {"distance": "sqeuclidean", "delta": 4.0}),
    ("inter", {"distance": "angle", "delta": 2.0}),
    ("inter", {"variant": "arcface"}),
    ("margin", {}),
    ("margin", {"distance": "cosine", "negatives": "nearest"}),
    ("margin", {"distance": "angle"}),
]
LOSSES = sorted({loss for loss, _ in FORMS})


def vectors(loss: str, weights: Tensor) -> dict[str, Any]:
    """What the loss takes of class vectors [C, d], their negatives as second sub-centres, or centres; class sizes."""
    known = inspect.signature(getattr(functional, loss)).parameters
    drawn = torch.stack([weights, -weights], 1) if loss == "subcenter_arcface" else weights
    given_vectors = {name: drawn.clone().requires_grad_() for name in ("weights", "centers") if name in known}
    return given_vectors | ({"class_counts": [1, 10, 100, 1000]} if "class_counts" in known else {})


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_loss_and_gradients_are_finite(loss: str, data: st.DataObject) -> None:
    params = data.draw(st.sampled_from([params for name, params in FORMS if name == loss]))
    embeddings, labels, weights = data.draw(ugly_batches())
    embeddings.requires_grad_()
    taken = vectors(loss, weights)
    result = getattr(functional, loss)(embeddings, labels, **taken, **params)
    result.backward()
    assert result.isfinite()
    assert result >= 0 or params.get("variant") == "arcface"
    assert embeddings.grad is not None
    gradients = [t.grad for t in (embeddings, *taken.values()) if isinstance(t, Tensor) and t.grad is not None]
    assert all(gradient.isfinite().all() for gradient in gradients)


def drawn(seed: int, n: int) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    embeddings = torch.randn(n, DIM, generator=generator, dtype=torch.float64, requires_grad=True)
    labels = torch.randint(0, CLASSES, (n,), generator=generator)
    return embeddings, labels, torch.randn(CLASSES, DIM, generator=generator, dtype=torch.float64)


def found(function: Any, *batch: Tensor, **arguments: Any) -> tuple[Tensor, ...]:
    """The loss and its gradient by everything that it takes."""
    tensors = [t for t in (batch[0], *arguments.values()) if isinstance(t, Tensor) and t.requires_grad]
    value = function(*batch, **arguments)
    return value, *torch.autograd.grad(value, tensors, allow_unused=True, materialize_grads=True)


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**31), order=st.permutations(range(7)))
def test_the_order_of_the_samples_does_not_matter(loss: str, data: st.DataObject, seed: int, order: list[int]) -> None:
    params = data.draw(st.sampled_from([params for name, params in FORMS if name == loss]))
    embeddings, labels, weights = drawn(seed, 7)
    taken, function = vectors(loss, weights), getattr(functional, loss)
    value, gradient, *_ = found(function, embeddings, labels, **taken, **params)
    shuffled = embeddings.detach()[order].requires_grad_()
    again, moved, *_ = found(function, shuffled, labels[order], **taken, **params)
    torch.testing.assert_close(again, value)
    torch.testing.assert_close(moved, gradient[order])


@pytest.mark.parametrize(("loss", "params"), FORMS, ids=str)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**31), n=st.integers(1, 7), reduction=st.sampled_from(["mean", "sum"]))
def test_it_equals_a_plain_loop(loss: str, params: dict[str, Any], seed: int, n: int, reduction: str) -> None:
    embeddings, labels, weights = drawn(seed, n)
    taken = {**vectors(loss, weights), **params, "reduction": reduction}
    ours = found(getattr(functional, loss), embeddings, labels, **taken)
    theirs = found(lambda x, y, **given: loop(loss, x, y, **given), embeddings, labels, **taken)
    torch.testing.assert_close(ours[0], theirs[0], rtol=1e-9, atol=1e-11)
    torch.testing.assert_close(ours[1:], theirs[1:], rtol=1e-6, atol=1e-8)


def test_every_loss_on_class_vectors_has_a_loop() -> None:
    takes = {
        name
        for name in losses()
        if {"weights", "centers"} & inspect.signature(getattr(functional, name)).parameters.keys()
    }
    assert takes - {"unified"} == set(LOSSES) == set(TERMS)
