"""One behaviour of a folder and of a store behind fsspec: whole files or none, by name."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import fsspec
import pytest
import sources
from fakes import AtOnce, recipe

from lossviz.frame import Damaged
from lossviz.params import Refusal
from lossviz.runs import Store
from lossviz.shelf import Folder, Remote, Shelf, shelf_at

KEY = recipe(1).key
WHOLE = sources.whole(recipe(1))
NUMBERS = itertools.count()


@pytest.fixture(params=["folder", "memory"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    made = shelf_at(str(tmp_path / "shelf") if request.param == "folder" else f"memory://bucket{next(NUMBERS)}/lossviz")
    made.prepare("tapes")
    return made


def test_a_file_is_read_as_it_was_written(shelf: Shelf) -> None:
    shelf.write("tapes/a.tape", b"abc")
    assert shelf.read("tapes/a.tape", 3) == b"abc"
    assert shelf.has("tapes/a.tape")


def test_a_file_that_is_not_there_is_nothing(shelf: Shelf) -> None:
    assert shelf.read("tapes/a.tape", 3) is None
    assert not shelf.has("tapes/a.tape")
    shelf.remove("tapes/a.tape")


def test_a_file_beyond_the_limit_is_not_read(shelf: Shelf) -> None:
    shelf.write("tapes/a.tape", b"abcd")
    with pytest.raises(Damaged, match="too large"):
        shelf.read("tapes/a.tape", 3)


def test_files_are_listed_with_those_below(shelf: Shelf) -> None:
    shelf.write("tapes/a.tape", b"abc")
    shelf.write("tapes/a/7.ckpt", b"abcd")
    shelf.write("packs/p.pack.gz", b"")
    assert {(kept.name, kept.size) for kept in shelf.listed("tapes")} == {("tapes/a.tape", 3), ("tapes/a/7.ckpt", 4)}


def test_an_empty_shelf_lists_nothing(shelf: Shelf) -> None:
    assert shelf.listed("tapes") == []


def test_a_removed_file_is_gone(shelf: Shelf) -> None:
    shelf.write("tapes/a/7.ckpt", b"abc")
    shelf.remove("tapes/a/7.ckpt")
    assert shelf.listed("tapes") == []


def test_a_file_of_this_machine_is_moved(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "here").write_bytes(b"abc")
    shelf.take(tmp_path / "here", "tapes/a.tape")
    assert shelf.read("tapes/a.tape", 3) == b"abc"
    assert not (tmp_path / "here").exists()


# which shelf


def test_a_path_and_a_file_url_are_the_same_folder(tmp_path: Path) -> None:
    (plain, url) = shelf_at(str(tmp_path)), shelf_at(tmp_path.as_uri())
    assert isinstance(plain, Folder)
    assert isinstance(url, Folder)
    assert plain.root == url.root == tmp_path


def test_a_store_that_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match=r"LOSSVIZ_STORE cannot be used \(nowhere\)"):
        shelf_at("nowhere://x")


def test_the_environment_names_the_shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOSSVIZ_HOME", str(tmp_path))
    monkeypatch.setenv("LOSSVIZ_STORE", "memory://bucket/named")
    assert isinstance(Store().shelf, Remote)
    assert Store().folder == tmp_path


# a store whose shelf is elsewhere


@pytest.fixture
def remote(tmp_path: Path) -> Store:
    return far(tmp_path)


def far(tmp_path: Path, name: str = "") -> Store:
    url = f"memory://bucket{name or next(NUMBERS)}/lossviz"
    return Store(tmp_path / "home", shelf=Remote(url), shipped=tmp_path / "shipped", writer=AtOnce())


def record(store: Store) -> list[OSError]:
    faults: list[OSError] = []
    recording = store.recording(KEY, faults.append)
    assert recording is not None
    for entry in WHOLE:
        recording.add(entry)
    recording.finish()
    return faults


def test_a_finished_tape_goes_to_the_shelf_and_leaves_nothing_here(remote: Store) -> None:
    assert record(remote) == []
    assert remote.tape(KEY) == b"".join(WHOLE)
    assert list((remote.folder / "tapes").iterdir()) == []


def test_an_unfinished_tape_is_put_there_at_the_next_start(remote: Store, tmp_path: Path) -> None:
    (remote.folder / "tapes" / f"{KEY}.part").write_bytes(b"".join(WHOLE[:2]))
    assert far(tmp_path, "next").tape(KEY) == b"".join(WHOLE[:2])


def test_a_tape_waits_here_while_the_shelf_cannot_be_reached(
    remote: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise RuntimeError("the network is gone")

    with monkeypatch.context() as patch:
        patch.setattr(fsspec.get_filesystem_class("memory"), "pipe_file", lost)
        assert [str(fault) for fault in record(remote)] == ["the network is gone"]
    assert far(tmp_path, "later").tape(KEY) == b"".join(WHOLE)


def test_a_folder_forgets_what_a_crash_left_half_written(tmp_path: Path) -> None:
    (tmp_path / "tapes").mkdir()
    old, new = tmp_path / "tapes" / ".half-old", tmp_path / "tapes" / ".half-new"
    old.write_bytes(b"")
    new.write_bytes(b"")
    os.utime(old, (1000, 1000))
    Folder(tmp_path).prepare("tapes")
    assert (old.exists(), new.exists()) == (False, True)
