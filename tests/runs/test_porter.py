"""What a worker does about the real data sets, without a worker around it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mirrors import RESOURCES, mirror

from lossviz.datasets.idx import published
from lossviz.runs import porter
from lossviz.runs.worker import DATASETS


class Worker:
    """Keeps the events; at the first of them, the download may be given up."""

    def __init__(self, *, gives_up: bool = False) -> None:
        self.events: list[tuple[str, Any]] = []
        self._gives_up = gives_up

    def log_event(self, topic: str, event: Any) -> None:
        self.events.append((topic, event))
        if self._gives_up:
            porter.give_up("kmnist", 1)


@pytest.fixture(autouse=True)
def _no_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No set is here, and no mirror of KMNIST answers."""
    monkeypatch.setenv("LOSSVIZ_DATA", str(tmp_path))
    monkeypatch.setattr(published("kmnist"), "resources", RESOURCES)
    monkeypatch.setattr(published("kmnist"), "mirrors", ["http://127.0.0.1:9/"])
    monkeypatch.setattr("lossviz.datasets.download.PAUSE", 0.0)


def fetched(worker: Worker) -> Any:
    return asyncio.run(porter.fetch(DATASETS, "kmnist", 1, worker))


def here() -> list[str]:
    return asyncio.run(porter.here(DATASETS))


def test_a_set_comes_with_word_of_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    with mirror() as good:
        monkeypatch.setattr(published("kmnist"), "mirrors", [good.url])
        assert fetched(worker) is None
    assert here() == ["kmnist"]
    topic, (id, attempt, done) = worker.events[0]
    assert (topic, id, attempt) == (porter.TOPIC, "kmnist", 1)
    assert done > 0


def test_without_a_network_the_sentence_comes_back() -> None:
    assert fetched(Worker()) == ("refuse.data_offline", {"dataset": "KMNIST"})
    assert here() == []


def test_a_download_that_is_given_up_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with mirror() as good:
        monkeypatch.setattr(published("kmnist"), "mirrors", [good.url])
        assert fetched(Worker(gives_up=True)) is not None
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []
