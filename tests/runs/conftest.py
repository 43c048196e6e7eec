"""A hub without processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import AtOnce, Clock, FakeExecutor

from lossviz.runs import Hub, Store


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def executor() -> FakeExecutor:
    return FakeExecutor()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home", shipped=tmp_path / "shipped", writer=AtOnce())


@pytest.fixture
def hub(store: Store, executor: FakeExecutor, clock: Clock) -> Hub:
    """A hub with one slot, "w1"."""
    made = Hub(store, lambda _: executor, clock=clock, no_progress=60.0, lonely=60.0)
    made.slots({"w1"})
    return made
