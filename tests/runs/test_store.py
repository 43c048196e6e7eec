"""Tapes and packs on disk: whole, torn, damaged, in the way of a full disk."""

import errno
import fcntl
import os
from pathlib import Path

import pytest
import sources
from fakes import AtOnce, recipe

from lossviz import limits, pack
from lossviz.frame import HEAD, Damaged, Tape
from lossviz.runs import Store

RECIPE = recipe(1)
KEY = RECIPE.key
WHOLE = sources.whole(RECIPE)
TAPE = b"".join(WHOLE)


class Faults(list[int | None]):
    """The error numbers of what a recording said went wrong."""

    def __call__(self, fault: OSError) -> None:
        self.append(fault.errno)


def written(store: Store, records: list[bytes], key: str = KEY) -> Faults:
    faults = Faults()
    recording = store.recording(key, faults)
    assert recording is not None
    for record in records:
        recording.add(record)
    recording.finish()
    return faults


def tapes(store: Store) -> list[str]:
    return sorted(file.name for file in (store.folder / "tapes").iterdir())


def test_a_tape_is_read_as_it_was_written(store: Store) -> None:
    assert written(store, WHOLE) == []
    assert store.tape(KEY) == TAPE


def test_a_tape_has_its_name_only_when_whole(store: Store) -> None:
    recording = store.recording(KEY, Faults())
    recording.add(WHOLE[0])  # type: ignore[union-attr]
    assert tapes(store) == [f"{KEY}.part"]
    recording.finish()  # type: ignore[union-attr]
    assert tapes(store) == [f"{KEY}.tape"]


def test_a_tape_is_known_without_reading_it(store: Store) -> None:
    assert not store.has(KEY)
    written(store, WHOLE)
    assert store.has(KEY)


def test_a_recording_of_nothing_leaves_nothing(store: Store) -> None:
    written(store, [])
    assert tapes(store) == []


def test_a_later_attempt_replaces_the_earlier(store: Store) -> None:
    written(store, WHOLE[:2])
    written(store, WHOLE)
    assert store.tape(KEY) == TAPE


def test_shipped_tapes_are_found_by_their_key(store: Store, tmp_path: Path) -> None:
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / f"{KEY}.tape").write_bytes(TAPE)
    assert store.tape(KEY) == TAPE


@pytest.mark.parametrize("name", ["", "..", "../x", "A" * 32, "a" * 31, "a" * 33, "a" * 32 + "\n", "٣" * 32, "/" * 32])
def test_only_keys_are_looked_up(store: Store, name: str) -> None:
    assert store.tape(name) is None
    assert store.pack(name) is None
    with pytest.raises(KeyError):
        store.recording(name, Faults())


@pytest.mark.parametrize("cut", range(1, len(TAPE), 37))
def test_a_torn_tape_is_read_up_to_its_last_whole_record(store: Store, cut: int) -> None:
    (store.folder / "tapes" / f"{KEY}.tape").write_bytes(TAPE[:cut])
    if cut < len(WHOLE[0]):
        with pytest.raises(Damaged):
            store.tape(KEY)
    else:
        good = store.tape(KEY)
        assert TAPE.startswith(good)  # type: ignore[arg-type]
        assert Tape.from_bytes(good).header["key"] == KEY  # type: ignore[arg-type]


@pytest.mark.parametrize("at", range(len(WHOLE[0]) + HEAD.size, len(TAPE), 53))
def test_a_flipped_bit_is_never_shown(store: Store, at: int) -> None:
    flipped = bytearray(TAPE)
    flipped[at] ^= 1
    (store.folder / "tapes" / f"{KEY}.tape").write_bytes(flipped)
    assert TAPE.startswith(store.tape(KEY))  # type: ignore[arg-type]


def test_damaged_tapes_are_named(store: Store) -> None:
    written(store, WHOLE)
    (store.folder / "tapes" / f"{'d' * 32}.tape").write_bytes(b"no tape")
    assert store.damaged() == [f"{'d' * 32}.tape"]


def test_a_tape_beyond_the_limit_is_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    written(store, WHOLE)
    monkeypatch.setattr(limits, "LARGEST_TAPE", 100)
    with pytest.raises(Damaged, match="too large"):
        store.tape(KEY)


def test_the_oldest_tapes_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TAPES_KEPT", 2)
    keys = [recipe(seed).key for seed in range(3)]
    for age, key in enumerate(keys):
        written(store, WHOLE, key)
        os.utime(store.folder / "tapes" / f"{key}.tape", (1000 + age, 1000 + age)) if age < 2 else None
    assert tapes(store) == sorted(f"{key}.tape" for key in keys[1:])


# what an earlier process left


def test_a_part_that_nobody_writes_becomes_a_tape(store: Store) -> None:
    (store.folder / "tapes" / f"{KEY}.part").write_bytes(TAPE[:-5])
    assert Store(store.folder, writer=AtOnce()).tape(KEY) == b"".join(WHOLE[:-1])


def test_a_part_does_not_take_the_place_of_a_finished_tape(store: Store) -> None:
    (store.folder / "tapes" / f"{KEY}.tape").write_bytes(TAPE)
    (store.folder / "tapes" / f"{KEY}.part").write_bytes(TAPE[:-5])
    assert Store(store.folder, writer=AtOnce()).tape(KEY) == TAPE
    assert tapes(store) == [f"{KEY}.tape"]


def test_a_part_that_another_process_writes_is_left_alone(store: Store) -> None:
    part = store.folder / "tapes" / f"{KEY}.part"
    part.write_bytes(TAPE)
    with part.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert Store(store.folder, writer=AtOnce()).tape(KEY) is None


def test_two_processes_do_not_write_one_tape(store: Store) -> None:
    first = store.recording(KEY, Faults())
    assert first is not None
    assert written(Store(store.folder, writer=AtOnce()), WHOLE) == [errno.EAGAIN]


def test_a_folder_full_of_foreign_things_is_survived(store: Store) -> None:
    folder = store.folder / "tapes"
    written(store, WHOLE)
    for name in (f"{'a' * 32}.part", f"{'b' * 32}.tape", f"{KEY[::-1]}.tape.part", "c" * 32):
        (folder / name).mkdir()
    (folder / "notes.part").write_bytes(TAPE)
    (folder / f"{'e' * 32}.part").symlink_to(folder / "nowhere")
    (folder / f"{'f' * 32}.part").write_bytes(b"no tape")
    (folder / "ä\n.tape").write_bytes(b"no tape")
    again = Store(store.folder, writer=AtOnce())
    assert again.problem is None
    assert again.tape(KEY) == TAPE
    assert again.tape("b" * 32) is None
    assert again.damaged() == ["ä\n.tape"]
    assert (folder / "notes.part").exists()
    assert not (folder / f"{'f' * 32}.part").exists()


# a disk that will not


def test_a_full_disk_is_told_once_and_leaves_nothing_behind(store: Store) -> None:
    (store.folder / "tapes" / f"{KEY}.part").symlink_to("/dev/full")
    assert written(store, WHOLE) == [errno.ENOSPC]
    assert tapes(store) == []


@pytest.mark.parametrize("nth", range(len(WHOLE)))
def test_a_disk_that_is_full_at_any_write_leaves_nothing_behind(store: Store, nth: int) -> None:
    faults = Faults()
    recording = store.recording(KEY, faults)
    assert recording is not None
    for record in WHOLE[:nth]:
        recording.add(record)
    recording._handle = Full(recording._handle)  # type: ignore[assignment]
    for record in WHOLE[nth:]:
        recording.add(record)
    recording.finish()
    assert faults == [errno.ENOSPC]
    assert tapes(store) == []


class Full:
    """A file on a full disk."""

    def __init__(self, handle: object) -> None:
        self.close = handle.close  # type: ignore[attr-defined]

    def write(self, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")


def test_a_folder_that_cannot_be_made_is_a_problem_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = Store(tmp_path / "file" / "home")
    faults = Faults()
    assert isinstance(store.problem, OSError)
    assert store.recording(KEY, faults) is None
    assert faults == [errno.ENOTDIR]


def test_shipped_tapes_are_read_even_when_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / f"{KEY}.tape").write_bytes(TAPE)
    assert Store(Path("/proc/none"), shipped=tmp_path).tape(KEY) == TAPE


# packs

PACKED = b"LVP1 and more"
DIGEST = pack.digest(PACKED)


def test_a_pack_is_kept_under_its_digest(store: Store) -> None:
    store.keep_pack(DIGEST, pack.zipped(PACKED))
    assert store.pack(DIGEST) == pack.zipped(PACKED)
    assert [file.name for file in (store.folder / "packs").iterdir()] == [f"{DIGEST}.pack.gz"]


def test_a_pack_under_a_wrong_digest_is_refused(store: Store) -> None:
    with pytest.raises(Damaged):
        store.keep_pack("0" * 32, pack.zipped(PACKED))


def test_a_pack_that_cannot_be_saved_stays_in_memory(tmp_path: Path) -> None:
    store = Store(Path("/proc/none"), shipped=tmp_path)
    store.keep_pack(DIGEST, pack.zipped(PACKED))
    assert store.pack(DIGEST) == pack.zipped(PACKED)
