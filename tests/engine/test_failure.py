"""A tensor that is not finite stops the run at that very step, with the tensor and a likely cause."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from lossviz.engine import NotFinite, train
from lossviz.engine import trainer as trainer_module
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]
NAN, INF = torch.nan, torch.inf


class Poison(torch.autograd.Function):
    """Passes a value on and puts a bad number into its gradient."""

    @staticmethod
    def forward(context: object, value: Tensor) -> Tensor:
        return value.clone()

    @staticmethod
    def backward(context: object, gradient: Tensor) -> Tensor:
        return gradient * NAN


def plant(monkeypatch: pytest.MonkeyPatch, where: str, at: int, bad: float = NAN) -> None:
    """Makes the recipe's own loss or embedder go wrong in its forward number `at`, from 0."""
    make_loss, make_embedder = trainer_module.loss, trainer_module.embedder
    seen = {"step": -1}

    def loss(*arguments: object) -> torch.nn.Module:
        made = make_loss(*arguments)  # type: ignore[arg-type]
        plain = made.forward

        def forward(embeddings: Tensor, labels: Tensor) -> Tensor:
            if embeddings.is_leaf:  # the pull of a frame, not a batch
                return plain(embeddings, labels)
            seen["step"] += 1
            if seen["step"] != at:
                return plain(embeddings, labels)
            return plain(Poison.apply(embeddings), labels) if where == "gradient" else plain(embeddings, labels) * bad

        made.forward = forward  # type: ignore[method-assign]
        return made

    def embedder(recipe: Recipe) -> torch.nn.Module:
        made = make_embedder(recipe)
        made.register_forward_hook(
            lambda module, images, features: features * bad if module.training and seen["step"] + 1 == at else None
        )
        return made

    monkeypatch.setattr(trainer_module, "loss", loss)
    if where == "embedding":
        monkeypatch.setattr(trainer_module, "embedder", embedder)


@pytest.mark.parametrize("loss", ["arcface", "contrastive"])
@pytest.mark.parametrize("bad", [NAN, INF])
@pytest.mark.parametrize("where", ["embedding", "loss", "gradient"])
@pytest.mark.parametrize("at", [0, 2])
def test_it_is_named_at_that_very_step(
    where: str, at: int, bad: float, loss: str, short: Short, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, where, at, bad)
    with pytest.raises(NotFinite) as caught:
        list(train(short(loss, device=device)))
    assert (caught.value.step, caught.value.tensor, caught.value.batch) == (at, where, at + 1)


def test_the_batch_is_counted_within_its_epoch(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "loss", 4)
    with pytest.raises(NotFinite) as caught:
        list(train(short().but(epochs=2)))
    assert (caught.value.step, caught.value.batch) == (4, 2)


def test_frames_before_it_have_been_shown(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "loss", 2)
    run = train(short())
    assert [next(run).step for _ in range(3)] == [0, 1, 2]
    with pytest.raises(NotFinite):
        next(run)


@pytest.mark.parametrize(
    ("settings", "cause", "value"),
    [
        ({}, "learning rate 0.01 is too high", 0.01),
        ({"lr": 0.5}, "learning rate 0.5 is too high", 0.5),
        ({"s": 256.0}, "scale 256 is too large", 256.0),
        ({"s": 256.0, "lr": 1.0}, "learning rate 1 is too high", 1.0),
    ],
)
def test_the_likely_cause(
    settings: dict[str, float], cause: str, value: float, short: Short, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "loss", 1)
    with pytest.raises(NotFinite) as caught:
        list(train(short(**settings)))
    assert str(caught.value) == f"Stopped at step 1: loss is not finite (batch 2). Likely cause: {cause}."
    assert caught.value.cause_value == value


def test_it_crosses_the_process_boundary() -> None:
    fault = NotFinite(step=3, tensor="loss", batch=4, cause_code="health.cause_lr", cause_value=0.5)
    back = pickle.loads(pickle.dumps(fault))
    assert str(back) == str(fault)
    assert back.fields() == fault.fields()
