"""The devices that engine tests run on, and recipes short enough for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from lossviz import catalog
from lossviz.recipe import Recipe

HERE = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}


def _device(name: str) -> object:
    missing = pytest.mark.skipif(not HERE[name], reason=f"this machine has no {name.upper()} device")
    return pytest.param(name, marks=() if name == "cpu" else (pytest.mark.gpu, missing))


@pytest.fixture(params=[_device(name) for name in HERE])
def device(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def short() -> Callable[..., Recipe]:
    """A recipe of one epoch in 3 or 4 steps, on the smallest data."""

    def made(loss: str = "arcface", **settings: object) -> Recipe:
        sampler = settings.get("sampler", catalog.losses()[loss].live.sampler)
        size = {"k_samples": 32} if sampler == "balanced" else {"batch_size": 400}
        return catalog.resolve(loss=loss, epochs=1, **({"data": "digits8"} | size | settings))

    return made
