"""Downloads in real worker processes: asked for, followed, left, and lost with their worker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import carried
import pytest
from fakes import ANN, BOB, until

from lossviz.runs import Hub, Store
from lossviz.runs.cluster import Cluster


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plan") / "plan"


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, folder: Path, plan: Path) -> Iterator[Hub]:
    """Two workers whose data sets are those of `carried`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(carried.__file__).parent))
        patch.setenv("LOSSVIZ_DATA", str(folder))
        patch.setenv("TEST_PLAN", str(plan))
        home = tmp_path_factory.mktemp("home")
        made = Hub(Store(home), lambda hub: Cluster(hub, 2, "sources:scripted", "carried"))
        made.start()
        until(lambda: made.health()["workers"] == 2, seconds=30)
        yield made
        made.close()


def ended(hub: Hub) -> bool:
    return hub.downloads.of("kmnist").stage != "fetching"


def test_workers_say_what_is_there(hub: Hub, folder: Path) -> None:
    (folder / "mnist").touch()
    until(lambda: hub.downloads.of("mnist").stage == "here")
    assert hub.downloads.of("kmnist").stage == "absent"


def test_a_refusal_comes_back_as_its_sentence(hub: Hub, plan: Path) -> None:
    plan.write_text("offline")
    hub.downloads.ask("kmnist", ANN)
    until(lambda: ended(hub))
    assert hub.downloads.of("kmnist").error == ("refuse.data_offline", {"dataset": "KMNIST"})


def test_progress_is_heard_and_the_last_who_leaves_ends_it(hub: Hub, plan: Path, folder: Path) -> None:
    plan.write_text("crawl")
    hub.downloads.ask("kmnist", ANN)
    until(lambda: hub.downloads.of("kmnist").done > 1)
    hub.downloads.leave("kmnist", ANN)
    until((folder / "stopped").exists)
    assert not (folder / "kmnist").exists()


def test_with_its_worker_a_download_breaks_off(hub: Hub, plan: Path) -> None:
    plan.write_text("crawl")
    hub.downloads.ask("kmnist", ANN)
    until(lambda: hub.downloads.of("kmnist").done)
    executor = cast(Cluster, hub._executor)
    executor.restart(min(executor._addresses))
    until(lambda: ended(hub))
    assert hub.downloads.of("kmnist").error == ("refuse.data_lost", {"dataset": "KMNIST"})
    until(lambda: hub.health()["workers"] == 2, seconds=30)


def test_every_worker_brings_it_once_however_many_ask(hub: Hub, plan: Path, folder: Path) -> None:
    plan.write_text("come")
    hub.downloads.ask("kmnist", ANN)
    hub.downloads.ask("kmnist", BOB)
    until(lambda: ended(hub))
    assert hub.downloads.of("kmnist").stage == "here"
    processes = (folder / "kmnist").read_text().split()
    assert len(set(processes)) == len(processes) == 2
    assert str(os.getpid()) not in processes
