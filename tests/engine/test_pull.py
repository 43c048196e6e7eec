"""The pull on a few digits is minus the gradient of the run's own loss, and the run does not feel it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch

from lossviz import catalog, losses
from lossviz.datasets import load
from lossviz.engine import camera, train
from lossviz.engine.pull import MOST, chosen, pull
from lossviz.recipe import Recipe

LABELS = torch.arange(10).repeat_interleave(12)


def batch(dim: int = 2) -> torch.Tensor:
    return torch.randn(120, dim, generator=torch.Generator().manual_seed(0))


def made(loss: str, **knobs: object) -> losses.Loss:
    return losses.create(
        loss, num_classes=10, embedding_dim=2, class_counts=[100] * 10, generator=torch.Generator().manual_seed(1),
        **knobs,
    )  # fmt: skip


def test_softmax_pulls_along_its_textbook_gradient() -> None:
    loss, points = made("softmax"), batch()
    weights = loss.weights.detach()
    errors = torch.softmax(points @ weights.T, 1) - torch.nn.functional.one_hot(LABELS, 10)
    torch.testing.assert_close(pull(loss, points, LABELS), -(errors @ weights) / 120)


def test_a_loss_on_directions_pulls_along_the_circle() -> None:
    points = batch()
    pulled = pull(made("arcface", m=0.3, s=16.0), points, LABELS)
    assert pulled.norm(dim=1).max() > 1e-3
    assert (pulled * points).sum(1).abs().max() < 1e-7


@pytest.mark.parametrize("name", catalog.losses())
def test_the_loss_is_as_it_was(name: str) -> None:
    loss = made(name, **({"mode": "dynamic"} if name == "adacos" else {}))
    loss(batch() + 1, LABELS)
    before, said = {key: value.clone() for key, value in loss.state_dict().items()}, loss.readings
    assert pull(loss, batch(), LABELS).isfinite().all()
    assert loss.readings == said
    assert loss.training
    assert all(torch.equal(value, before[key]) for key, value in loss.state_dict().items())
    assert all(weights.grad is None for weights in loss.parameters())


@pytest.mark.parametrize("loss", ["center", "triplet"])
def test_the_rest_of_a_run_is_the_same_to_the_bit_without_it(
    loss: str, short: Callable[..., Recipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = [replace(frame, pull=None).pack() for frame in train(short(loss), place="inline")]
    monkeypatch.setattr(camera, "pull", lambda *_: None)
    assert [frame.pack() for frame in train(short(loss), place="inline")] == with_it


def test_twelve_digits_of_each_of_ten_classes_are_pulled() -> None:
    labels = load("digits8").probe_labels
    indices = chosen(labels, 10)
    assert len(set(indices.tolist())) == MOST
    assert set(Counter(labels[indices].tolist()).values()) == {12}


def test_of_many_classes_pairs_are_pulled() -> None:
    labels = np.tile(np.arange(100, dtype=np.uint8), 5)
    assert Counter(Counter(labels[chosen(labels, 100)].tolist()).values()) == {2: 60}


def test_digits_that_are_not_trained_are_not_pulled() -> None:
    labels = np.repeat(np.arange(4, dtype=np.uint8), 50)
    assert set(labels[chosen(labels, 3)].tolist()) == {0, 1, 2}


def test_a_loss_that_is_met_does_not_pull() -> None:
    apart = torch.eye(10)[LABELS]
    loss = losses.create("triplet_batch_all", num_classes=10, embedding_dim=10, margin=0.1)
    assert not pull(loss, apart, LABELS).any()


def test_in_more_than_three_dimensions_it_is_drawn_on_the_axes_of_the_points(short: Callable[..., Recipe]) -> None:
    frame = next(train(short("softmax", dim=8)))
    assert frame.pull is not None
    assert frame.pull.shape == (MOST, 3)
