"""A download in a real worker process, from mirrors on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import ANN, BOB, until
from mirrors import ZIPPED, mirror

from lossviz.runs import Hub, Store
from lossviz.runs.cluster import Cluster

HERE = Path(__file__).parent
DEAD = "http://127.0.0.1:9/"


@pytest.fixture(scope="module")
def mirrors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that says which mirrors workers use."""
    return tmp_path_factory.mktemp("mirrors") / "mirrors"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, folder: Path, mirrors: Path) -> Iterator[Hub]:
    """Two workers that know the mirrors of a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), str(HERE.parent)]))
        patch.setenv("LOSSVIZ_DATA", str(folder))
        patch.setenv("TEST_MIRRORS", str(mirrors))
        cluster = lambda hub: Cluster(hub, 2, "sources:scripted", "mirrored")  # noqa: E731
        made = Hub(Store(tmp_path_factory.mktemp("home")), cluster)
        made.start()
        until(lambda: made.health()["workers"] == 2, seconds=30)
        until(lambda: made.downloads.of("kmnist").stage == "absent", seconds=90)  # torch is loaded now
        yield made
        made.close()


def ended(hub: Hub) -> bool:
    return hub.downloads.of("kmnist").stage != "fetching"


def test_all_mirrors_dead_is_one_sentence(hub: Hub, mirrors: Path) -> None:
    mirrors.write_text(DEAD)
    hub.downloads.ask("kmnist", ANN)
    until(lambda: ended(hub))
    assert hub.downloads.of("kmnist").error == ("refuse.data_offline", {"dataset": "KMNIST"})


def test_the_last_who_leaves_ends_it(hub: Hub, mirrors: Path, folder: Path) -> None:
    with mirror(pace=0.05) as slow:
        mirrors.write_text(slow.url)
        hub.downloads.ask("kmnist", ANN)
        until(lambda: hub.downloads.of("kmnist").done)
        hub.downloads.leave("kmnist", ANN)
        until(lambda: not list(folder.rglob("*.part")))
    assert list(folder.rglob("*.gz")) == []


def test_two_visitors_and_two_workers_make_one_download(hub: Hub, mirrors: Path, folder: Path) -> None:
    with mirror() as good:
        mirrors.write_text(f"{DEAD} {good.url}")
        hub.downloads.ask("kmnist", ANN)
        hub.downloads.ask("kmnist", BOB)
        until(lambda: ended(hub))
        assert hub.downloads.of("kmnist").stage == "here"
        assert dict(good.asked) == dict.fromkeys(ZIPPED, 1)
    assert {file.name for file in folder.rglob("*") if file.is_file()} == set(ZIPPED)


def test_workers_find_what_was_put_there_by_hand(hub: Hub, folder: Path) -> None:
    assert hub.downloads.of("fashion_mnist").stage != "here"
    raw = folder / "FashionMNIST" / "raw"
    raw.mkdir(parents=True)
    for name, content in ZIPPED.items():
        (raw / name).write_bytes(content)
    until(lambda: hub.downloads.of("fashion_mnist").stage == "here")
