"""Packs on a shelf: which of them make room for others."""

from pathlib import Path

import pytest

from lossviz import limits, pack
from lossviz.runs.packshelf import PackShelf
from lossviz.shelf import Folder

PACKED = [f"LVP1 number {n}".encode() for n in range(4)]
DIGESTS = [pack.digest(packed) for packed in PACKED]


def shelf(home: Path) -> PackShelf:
    return PackShelf(Folder(home), Folder(home / "shipped"))


def keep(packs: PackShelf, *numbers: int) -> None:
    for n in numbers:
        packs.keep(DIGESTS[n], pack.zipped(PACKED[n]))


def kept(packs: PackShelf) -> list[int]:
    return [n for n, digest in enumerate(DIGESTS) if packs.read(digest) is not None]


def test_the_oldest_pack_makes_room_where_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACKS_KEPT", 2)
    packs = shelf(tmp_path)
    keep(packs, 0, 1, 2)
    assert kept(packs) == [1, 2]


def test_a_pack_that_is_asked_for_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACKS_KEPT", 2)
    keep(shelf(tmp_path), 0, 1)
    later = shelf(tmp_path)
    later.read(DIGESTS[0])
    keep(later, 2)
    assert kept(later) == [0, 2]


def test_packs_make_room_by_their_bytes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACK_BYTES_KEPT", 2 * len(pack.zipped(PACKED[0])))
    packs = shelf(tmp_path)
    keep(packs, 0, 1, 2, 3)
    assert kept(packs) == [2, 3]


def test_of_packs_that_cannot_be_saved_the_newest_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACKS_IN_MEMORY", 1)
    packs = shelf(Path("/proc/none"))
    keep(packs, 0, 1)
    assert kept(packs) == [1]
