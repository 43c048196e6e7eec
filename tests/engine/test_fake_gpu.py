"""The path of a graphics card where there is none: "cuda" is a name for the CPU, its streams only count."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from test_failure import plant
from torch.overrides import TorchFunctionMode

from lossviz import catalog
from lossviz.engine import NotFinite, train
from lossviz.recipe import Recipe


class OnCpu(TorchFunctionMode):
    """Puts on the CPU whatever is asked for on a card."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if getattr(func, "__name__", "") == "pin_memory":
            return args[0]
        there = [torch.device("cpu") if is_card(value) else value for value in args]
        named = {name: torch.device("cpu") if is_card(value) else value for name, value in (kwargs or {}).items()}
        return func(*there, **named)


def is_card(value: Any) -> bool:
    return isinstance(value, torch.device) and value.type == "cuda"


class Card:
    """What the engine asks of CUDA, counted: events recorded by the training, and waited for by the frames."""

    def __init__(self) -> None:
        self.recorded = self.waited = self.entered = 0

    def record_event(self) -> str:
        self.recorded += 1
        return "event"

    def wait_event(self, event: str) -> None:
        self.waited += event == "event"

    @contextmanager
    def stream(self, stream: Any) -> Iterator[None]:
        self.entered += stream is self
        yield


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    made = Card()
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "Stream", lambda device: made)
    monkeypatch.setattr(torch.cuda, "stream", made.stream)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda device: made)
    monkeypatch.setattr(torch, "accelerator", SimpleNamespace(current_accelerator=lambda **_: None))
    with OnCpu():
        yield made


def recipe(device: str, **settings: Any) -> Recipe:
    return catalog.resolve(loss="arcface", epochs=1, data="digits8", device=device, **settings)


def test_a_card_trains_to_the_same_frames(card: Card) -> None:
    here, there = (list(train(recipe(device))) for device in ("cpu", "cuda"))
    assert [frame.pack() for frame in there] == [frame.pack() for frame in here]


def test_frames_are_developed_on_a_stream_of_their_own_after_the_training_came_there(card: Card) -> None:
    frames = list(train(recipe("cuda")))
    assert card.recorded == card.waited == card.entered == len(frames) - 1  # frame 0 is the start's picture


@pytest.mark.parametrize("where", ["embedding", "loss", "gradient"])
def test_nobody_waits_for_a_card_at_a_step_yet_the_step_that_was_not_finite_is_named(
    where: str, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, where, at=2)
    with pytest.raises(NotFinite) as caught:
        list(train(recipe("cuda")))
    assert (caught.value.step, caught.value.tensor) == (2, where)
