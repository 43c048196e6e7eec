"""What is kept: by whom it is found, what leaves when there is too much, and what a damaged file is."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import strange

from lossviz import limits, own
from lossviz.params import Refusal

ANN, BOB = "a" * 32, "b" * 32


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOSSVIZ_HOME", str(tmp_path))
    monkeypatch.delenv("LOSSVIZ_STORE", raising=False)
    return tmp_path


def images(seed: int, name: str = "a.npz") -> own.Images:
    brought = own.read([(name, strange.images(np.roll(strange.BYTES, seed)))])
    assert isinstance(brought, own.Images)
    return brought


def kept(seed: int, visitor: str = ANN) -> str:
    """Keeps images that are older the smaller their seed is."""
    id = own.keep_images(images(seed), visitor)
    for file in (limits_home() / "own").rglob("*"):
        if id.removeprefix("own-") in file.name:
            os.utime(file, (seed, seed))
    return id


def limits_home() -> Path:
    return Path(os.environ["LOSSVIZ_HOME"])


def test_images_are_found_by_their_id_as_they_were() -> None:
    brought = images(0)
    id = own.keep_images(brought, ANN)
    found, about = own.arrays(id), own.about(id)
    assert (found["images"] == brought.images).all()
    assert about == own.About(file="a.npz", classes=("0", "1", "2"), train_size=48, probe_size=12)


def test_the_same_data_have_the_same_id_and_others_another() -> None:
    assert own.keep_images(images(0), ANN) == own.keep_images(images(0), BOB)
    assert own.keep_images(images(0), ANN) != own.keep_images(images(1), ANN)


@pytest.mark.parametrize("id", ["own-" + "0" * 32, "own-../../etc/passwd", "own-", "mnist5k", "own-" + "A" * 32])
def test_an_unknown_id_is_nothing(id: str) -> None:
    assert own.about(id) is None
    assert own.tape(id) is None
    with pytest.raises(Refusal, match="not here any more"):
        own.arrays(id)


def test_a_file_that_was_changed_is_gone(home: Path) -> None:
    id = own.keep_images(images(0), ANN)
    file = home / "own" / f"{id.removeprefix('own-')}.npz"
    file.write_bytes(strange.flipped(file.read_bytes(), 100))
    with pytest.raises(Refusal):
        own.arrays(id)


def test_the_oldest_of_a_visitor_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWN_PER_VISITOR", 2)
    other, *mine = kept(1, BOB), kept(2), kept(3), kept(4)
    here = [id for id in (other, *mine) if present(id)]
    assert here == [other, *mine[1:]]


def test_what_somebody_else_has_uploaded_too_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWN_PER_VISITOR", 1)
    shared = kept(1, BOB)
    kept(1, ANN)
    kept(2, ANN)
    assert present(shared)


def test_the_oldest_of_all_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWN_KEPT", 2)
    ids = [kept(seed, visitor) for seed, visitor in enumerate((ANN, BOB, "c" * 32), 1)]
    assert [present(id) for id in ids] == [False, True, True]


def test_bytes_count_as_well(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    first = kept(1)
    size = next((home / "own").glob("*.npz")).stat().st_size
    monkeypatch.setattr(limits, "OWN_BYTES_PER_VISITOR", int(1.5 * size))
    second = kept(2)
    assert (present(first), present(second)) == (False, True)


def test_nothing_tells_who_the_visitor_is(home: Path) -> None:
    kept(1)
    own.keep_points(own.tape_of(own.read([("a.csv", strange.tables()[0][1])])), ANN)  # type: ignore[arg-type]
    assert not any(ANN in str(file) for file in home.rglob("*"))


def test_a_folder_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "own").write_bytes(b"a file in its place")
    with pytest.raises(Refusal, match="cannot be kept"):
        own.keep_images(images(0), ANN)


def test_the_store_is_used_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSSVIZ_STORE", str(tmp_path / "store"))
    id = own.keep_images(images(0), ANN)
    assert (tmp_path / "store" / "own" / f"{id.removeprefix('own-')}.npz").is_file()
    assert own.about(id) is not None


def test_points_are_found_by_their_id() -> None:
    tape = own.tape_of(own.read([("e.csv", strange.tables()[0][1])]))  # type: ignore[arg-type]
    id = own.keep_points(tape, ANN)
    assert own.tape(id) == tape.to_bytes()


def present(id: str) -> bool:
    return (limits_home() / "own" / f"{id.removeprefix('own-')}.npz").is_file()
