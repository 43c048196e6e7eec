"""A drawn digit in a real worker process: it goes there with the weights, and its features come back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import carried
import numpy as np
import pytest
from fakes import until

from lossviz.runs import Hub, Store, placer
from lossviz.runs.cluster import Cluster
from lossviz.runs.placer import Job

WEIGHTS = {0: {"layers.0.weight": np.ones((2, 3), np.float32)}, 30: {"layers.0.weight": np.zeros(3, np.float32)}}


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """One worker whose engine is `carried`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(carried.__file__).parent))
        patch.setattr(placer, "ENGINE", "carried:placed")
        made = Hub(Store(tmp_path_factory.mktemp("home")), lambda hub: Cluster(hub, 1, "sources:scripted"))
        made.start()
        until(lambda: made.health()["workers"] == 1, seconds=60)
        yield made
        made.close()


def test_features_come_back_step_by_step(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    come = []
    monkeypatch.setattr(hub.drawings, "placed", lambda job, features: come.append((job, features)))
    job = Job(key="a" * 32, digest="b" * 32, plain={}, pixels=bytes([2]) * 784, weights=WEIGHTS)
    hub._executor.place(job)
    until(lambda: come, seconds=30)
    assert come == [(job, [[6.0, 1568.0], [0.0, 1568.0]])]


def test_a_worker_that_fails_says_so(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    come = []
    monkeypatch.setattr(hub.drawings, "placed", lambda job, features: come.append(features))
    monkeypatch.setattr(placer, "ENGINE", "carried:nothing")
    hub._executor.place(Job(key="a" * 32, digest="b" * 32, plain={}, pixels=b"", weights=WEIGHTS))
    until(lambda: come, seconds=30)
    assert come == [None]
