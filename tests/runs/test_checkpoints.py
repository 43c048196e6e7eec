"""Checkpoints beside their tapes: kept whole, found by step, bounded."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import sources
from fakes import recipe

from lossviz import limits
from lossviz.frame import CHECKPOINT, record
from lossviz.runs import Store
from lossviz.shelf import Folder

KEY = recipe(1).key
OTHER = recipe(2).key


def kept(store: Store, *steps: int, key: str = KEY, size: int = 10) -> None:
    for step in steps:
        store.checkpoints.keep(key, step, record(CHECKPOINT, bytes([step]) * size))


def file(store: Store, step: int, key: str = KEY) -> Path:
    return store.folder / "tapes" / key / f"{step}.ckpt"


def test_they_are_found_by_their_steps(store: Store) -> None:
    kept(store, 30, 0, 9)
    assert store.checkpoints.steps(KEY) == [0, 9, 30]
    assert store.checkpoints.read(KEY, 9) == b"\t" * 10


def test_without_any_there_is_none(store: Store) -> None:
    assert store.checkpoints.steps(KEY) == []
    assert store.checkpoints.read(KEY, 9) is None


@pytest.mark.parametrize("spoilt", [b"", b"LVC1", b"x" * 30])
def test_a_damaged_one_is_none(store: Store, spoilt: bytes) -> None:
    kept(store, 9)
    file(store, 9).write_bytes(spoilt)
    assert store.checkpoints.read(KEY, 9) is None


def test_a_flipped_bit_is_found(store: Store) -> None:
    kept(store, 9)
    spoilt = bytearray(file(store, 9).read_bytes())
    spoilt[-1] ^= 1
    file(store, 9).write_bytes(spoilt)
    assert store.checkpoints.read(KEY, 9) is None


@pytest.mark.parametrize("key", ["..", "../x", "A" * 32, ""])
def test_only_keys_name_files(store: Store, key: str) -> None:
    assert store.checkpoints.steps(key) == []
    with pytest.raises(KeyError):
        kept(store, 0, key=key)


def test_foreign_files_are_no_checkpoints(store: Store) -> None:
    kept(store, 9)
    for name in ("09.ckpt", "-1.ckpt", "x.ckpt", "9.ckpt.old", ".half-x"):
        (file(store, 9).parent / name).write_bytes(b"")
    assert store.checkpoints.steps(KEY) == [9]


def test_of_large_ones_only_the_newest_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LARGE_CHECKPOINT", 100)
    kept(store, 0, 9, 30, size=200)
    assert store.checkpoints.steps(KEY) == [30]


def test_one_beyond_the_limit_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LARGEST_CHECKPOINT", 100)
    kept(store, 9, size=200)
    assert store.checkpoints.steps(KEY) == []


def test_the_oldest_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(store, 0, 9)
    kept(store, 30, key=OTHER)
    for age, written in enumerate((file(store, 9), file(store, 0), file(store, 30, OTHER))):
        os.utime(written, (1000 + age, 1000 + age))
    monkeypatch.setattr(limits, "CHECKPOINTS_KEPT", 50)
    store.checkpoints.trim()
    assert (store.checkpoints.steps(KEY), store.checkpoints.steps(OTHER)) == ([0], [30])


def test_they_go_with_their_tape(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(store, 9)
    monkeypatch.setattr(limits, "TAPES_KEPT", 0)
    recording = store.recording(KEY, lambda fault: None)
    assert recording is not None
    recording.add(sources.header(recipe(1)))
    recording.finish()
    assert list((store.folder / "tapes").iterdir()) == []


def test_a_full_disk_costs_the_checkpoint_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Folder, "write", full)
    kept(store, 9)
    assert store.checkpoints.steps(KEY) == []
