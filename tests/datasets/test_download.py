"""A download from mirrors on this machine: whatever they do, the folder holds whole files or none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from mirrors import RESOURCES, ZIPPED, Mirror, mirror

from lossviz.datasets import Cancelled, fetch, here, load
from lossviz.datasets.idx import published
from lossviz.params import Refusal

IMAGES = "train-images-idx3-ubyte.gz"
NOWHERE = "http://127.0.0.1:9/"


@pytest.fixture
def raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The empty folder of KMNIST, whose files are those of `mirrors`."""
    monkeypatch.setenv("LOSSVIZ_DATA", str(tmp_path))
    monkeypatch.setattr(published("kmnist"), "resources", RESOURCES)
    monkeypatch.setattr("lossviz.datasets.download.PAUSE", 0.0)
    yield tmp_path / "KMNIST" / "raw"
    load.cache_clear()


@pytest.fixture
def served(raw: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirrors]:
    with ExitStack() as open_ones:
        yield Mirrors(open_ones, monkeypatch)


class Mirrors:
    """Puts mirrors in place of torchvision's."""

    def __init__(self, open_ones: ExitStack, patch: pytest.MonkeyPatch) -> None:
        self._open, self._patch = open_ones, patch

    def __call__(self, *faults: str, bad: str = "") -> list[Mirror]:
        made = [self._open.enter_context(mirror(fault, bad)) for fault in faults]
        self._patch.setattr(published("kmnist"), "mirrors", [one.url for one in made])
        return made


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_good_mirror_gives_a_set_that_can_be_read(served: Mirrors, raw: Path) -> None:
    served("")
    fetch("kmnist")
    assert names(raw) == set(ZIPPED)
    assert here() == ["kmnist"]
    assert len(load("kmnist").train_labels) == 40


def test_the_bytes_that_are_here_are_told(served: Mirrors, raw: Path) -> None:
    served("")
    told: list[int] = []
    fetch("kmnist", told.append)
    assert told == sorted(told)
    assert told[-1] == sum(len(content) for content in ZIPPED.values())


@pytest.mark.parametrize("fault", ["403", "cut", "changed", "web page"])
def test_the_second_mirror_is_asked_where_the_first_fails(served: Mirrors, raw: Path, fault: str) -> None:
    served(fault, "")
    fetch("kmnist")
    assert names(raw) == set(ZIPPED)
    assert {name: (raw / name).read_bytes() for name in ZIPPED} == ZIPPED


def test_a_mirror_that_is_busy_once_is_asked_again(served: Mirrors, raw: Path) -> None:
    (busy,) = served("503 once", bad=IMAGES)
    fetch("kmnist")
    assert busy.asked[IMAGES] == 2


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("403", r"^KMNIST could not be downloaded: 127\.0\.0\.1 answered 403; .*mnist5k"),
        ("cut", rf"^KMNIST could not be downloaded: {IMAGES} arrived incomplete or changed; .*mnist5k"),
        ("changed", rf"^KMNIST could not be downloaded: {IMAGES} arrived incomplete or changed; .*mnist5k"),
    ],
)
def test_a_bad_file_never_takes_its_place(served: Mirrors, raw: Path, fault: str, sentence: str) -> None:
    served(fault, bad=IMAGES)
    with pytest.raises(Refusal, match=sentence):
        fetch("kmnist")
    assert names(raw) == set()
    assert here() == []


def test_without_a_network_one_sentence_offers_the_built_in_digits(raw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published("kmnist"), "mirrors", [NOWHERE, NOWHERE])
    with pytest.raises(Refusal, match=r"^KMNIST could not be downloaded: no server answered; .*mnist5k"):
        fetch("kmnist")
    assert names(raw) == set()


def test_what_is_here_is_not_fetched_again(served: Mirrors, raw: Path) -> None:
    raw.mkdir(parents=True)
    (raw / IMAGES).write_bytes(ZIPPED[IMAGES])
    (asked,) = served("")
    fetch("kmnist")
    assert asked.asked[IMAGES] == 0
    assert sum(asked.asked.values()) == 3


def test_a_damaged_file_is_replaced(served: Mirrors, raw: Path) -> None:
    raw.mkdir(parents=True)
    (raw / IMAGES).write_bytes(ZIPPED[IMAGES][:-9])
    served("")
    fetch("kmnist")
    assert (raw / IMAGES).read_bytes() == ZIPPED[IMAGES]


def test_stop_ends_it_and_leaves_no_part_behind(served: Mirrors, raw: Path) -> None:
    served("")
    stop = Event()
    with pytest.raises(Cancelled):
        fetch("kmnist", lambda _: stop.set(), stop)
    assert names(raw) <= {RESOURCES[0][0]}


def test_no_more_than_a_set_can_hold_is_taken(served: Mirrors, raw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served("")
    monkeypatch.setattr("lossviz.limits.LARGEST_DOWNLOAD", 100)
    with pytest.raises(Refusal, match="changed"):
        fetch("kmnist")


def test_a_folder_that_cannot_be_written_is_said(raw: Path) -> None:
    raw.parent.parent.joinpath("KMNIST").write_text("a file where the folder should be")
    with pytest.raises(Refusal, match=r"LOSSVIZ_DATA\) cannot be written"):
        fetch("kmnist")


def test_a_full_disk_is_said(served: Mirrors, raw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served("")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lossviz.datasets.download.stream", full)
    with pytest.raises(Refusal, match="the disk is full"):
        fetch("kmnist")
