"""Every loss on ugly batches: finite everywhere, blind to the order of the samples, and equal to plain loops."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from loops import LOOPS, loop
from torch import Generator, Tensor

from lossviz.losses import functional
from lossviz.losses.draws import random_of_one_class, random_quadruplets, random_triplets

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
    ("infonce", {}),
    ("infonce", {"denominator": "all", "reduction": "anchor"}),
    ("infonce", {"similarity": "sqeuclidean", "tau": 1.0}),
    ("triplet", {}),
    ("triplet", {"swap": True, "p": 3, "eps": 0.0}),
    ("triplet", {"p": 1, "eps": 0.0}),
    ("triplet", {"distance": "sqeuclidean"}),
    ("triplet", {"distance": "angle"}),
    ("triplet_batch_all", {}),
    ("triplet_batch_all", {"reduction": "mean", "distance": "sqeuclidean", "normalize": True}),
    ("triplet_batch_all", {"reduction": "sum", "distance": "cosine"}),
    ("quadruplet", {}),
    ("quadruplet", {"adaptive": True}),
    ("quadruplet", {"variant": "survey"}),
    ("lifted_structure", {}),
    ("lifted_structure", {"variant": "song2016_max"}),
    ("lifted_structure", {"variant": "hermans2017"}),
    ("n_pair", {}),
    ("n_pair", {"l2_reg": 0.1, "used": "every"}),
    ("n_pair", {"similarity": "sqeuclidean"}),
    ("unified", {}),
    ("unified", {"similarity": "inverse", "gamma": 8.0, "m": -0.1}),
    ("unified", {"level": "class"}),
    ("circle", {}),
    ("circle", {"detach_alpha": False, "gamma": 4.0}),
    ("circle", {"similarity": "inverse"}),
]
LOSSES = sorted({loss for loss, _ in FORMS})
EXAMPLES = max(100, settings().max_examples)
"""Of every loss, over all its forms; `--hypothesis-profile fuzz` asks for more."""

ORDERED = {"used"}
"""Settings with which a loss depends on the order of the samples, by definition."""

value = st.one_of(st.floats(-1e4, 1e4, width=32), st.sampled_from([0.0, 1.0, -1.0, 1e-13, 1e4]))
vector = st.lists(value, min_size=DIM, max_size=DIM)


def forms(loss: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.sampled_from([params for name, params in FORMS if name == loss])


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
    """The class vectors or centres that the loss takes."""
    known = inspect.signature(getattr(functional, loss)).parameters
    return {name: weights.clone().requires_grad_() for name in ("weights", "centers") if name in known}


def lists(loss: str, params: dict[str, Any], labels: Tensor) -> dict[str, Tensor]:
    """The samples that the loss takes together, drawn from the batch."""
    draw = {
        "triplet": random_triplets,
        "quadruplet": random_of_one_class if params.get("variant") == "survey" else random_quadruplets,
    }.get(loss)
    return {} if draw is None else {f"{loss}s": draw(labels, Generator().manual_seed(0))}


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_loss_and_gradients_are_finite(loss: str, data: st.DataObject) -> None:
    params = data.draw(forms(loss))
    embeddings, labels, weights = data.draw(ugly_batches())
    embeddings.requires_grad_()
    given_tensors = tensors(loss, weights)
    result = getattr(functional, loss)(embeddings, labels, **given_tensors, **lists(loss, params, labels), **params)
    result.backward()
    assert result.isfinite()
    assert result >= 0
    gradients = [t.grad for t in (embeddings, *given_tensors.values()) if t.grad is not None]
    assert embeddings.grad is not None
    assert all(gradient.isfinite().all() for gradient in gradients)


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**31), order=st.permutations(range(9)))
def test_the_order_of_the_samples_does_not_matter(loss: str, data: st.DataObject, seed: int, order: list[int]) -> None:
    params = {name: value for name, value in data.draw(forms(loss)).items() if name not in ORDERED}
    generator = torch.Generator().manual_seed(seed)
    embeddings = torch.randn(9, DIM, generator=generator, dtype=torch.float64)
    labels = torch.randint(0, CLASSES, (9,), generator=generator)
    weights = torch.randn(CLASSES, DIM, generator=generator, dtype=torch.float64)
    rows = lists(loss, params, labels)
    if loss == "n_pair":
        _, extra = functional.n_pair(embeddings, labels, with_extra=True)
        rows = {"pairs": extra["pairs"]}
    moved = {name: torch.tensor(order).argsort()[places] for name, places in rows.items()}

    def computed(x: Tensor, y: Tensor, rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        x = x.clone().requires_grad_()
        result = getattr(functional, loss)(x, y, **tensors(loss, weights), **rows, **params)
        return result, torch.autograd.grad(result, x)[0]

    straight, gradient = computed(embeddings, labels, rows)
    shuffled, shuffled_gradient = computed(embeddings[order], labels[order], moved)
    torch.testing.assert_close(shuffled, straight)
    torch.testing.assert_close(shuffled_gradient, gradient[order])


@pytest.mark.parametrize(
    ("loss", "params"),
    [(loss, params) for loss, params in FORMS if loss in LOOPS and params.get("level") != "class"],
    ids=str,
)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**31), n=st.integers(1, 7))
def test_it_equals_a_plain_loop(loss: str, params: dict[str, Any], seed: int, n: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    embeddings = torch.randn(n, DIM, generator=generator, dtype=torch.float64, requires_grad=True)
    labels = torch.randint(0, 3, (n,), generator=generator)
    rows = lists(loss, params, labels)
    values = (
        getattr(functional, loss)(embeddings, labels, **rows, **params),
        loop(loss, embeddings, labels, **rows, **params),
    )
    torch.testing.assert_close(*values, rtol=1e-9, atol=1e-11)
    torch.testing.assert_close(*(torch.autograd.grad(v, embeddings)[0] for v in values), rtol=1e-6, atol=1e-8)
