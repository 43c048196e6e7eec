"""Tapes and data packs on disk: records enter as they come; tapes leave whole, or torn as far as they are good."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import os
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from lossviz import limits, pack
from lossviz.folders import home
from lossviz.frame import HEAD, TAPE, Damaged, records
from lossviz.recipe import KEY
from lossviz.runs.recording import Recording

SHIPPED = Path(__file__).resolve().parent.parent / "recorded"


class Store:
    """The tapes and packs under one folder, and those that come with the package.

    `problem` says why nothing can be saved, or is None; reading then still gives what there is.
    """

    def __init__(self, folder: Path | None = None, *, shipped: Path = SHIPPED, writer: Executor | None = None) -> None:
        self.folder = home() if folder is None else folder
        self.problem: OSError | None = None
        self._tapes, self._packs = self.folder / "tapes", self.folder / "packs"
        self._shipped = shipped
        self._writer = writer or ThreadPoolExecutor(1, thread_name_prefix="lossviz-store")
        self._unsaved_packs: dict[str, bytes] = {}
        try:
            self._prepare()
        except OSError as fault:
            self.problem = fault

    def tape(self, key: str) -> bytes | None:
        """The bytes of a tape, as far as they are good; None where there is none.

        Raises Damaged for one that is too large or of which not even the header can be read.
        """
        file = self._found("tape", key, self._tapes)
        return None if file is None else readable(file)

    def has(self, key: str) -> bool:
        """Whether there is a tape of this key, without reading it."""
        return self._found("tape", key, self._tapes) is not None

    def recording(self, key: str, failed: Callable[[OSError], None]) -> Recording | None:
        """A tape to write to; None when nothing can be saved, which `failed` is told. Raises KeyError for no key."""
        if not KEY.fullmatch(key):
            raise KeyError(key)
        if self.problem is not None:
            failed(self.problem)
            return None
        return Recording(self._tapes / f"{key}.tape", self._writer, failed=failed, done=self._trim)

    def pack(self, digest: str) -> bytes | None:
        """A data pack, gzipped; None where there is none."""
        file = self._found("pack.gz", digest, self._packs)
        return self._unsaved_packs.get(digest) if file is None else file.read_bytes()

    def keep_pack(self, digest: str, zipped: bytes) -> None:
        """Keeps a pack under its digest, in memory when it cannot be saved. Raises Damaged for another's bytes."""
        if pack.digest(gzip.decompress(zipped)) != digest:
            raise Damaged(f"data pack {digest}")
        try:
            write_whole(self._packs / f"{digest}.pack.gz", zipped)
        except OSError:
            self._unsaved_packs[digest] = zipped

    def damaged(self) -> list[str]:
        """The names of tapes that cannot be read."""
        return sorted(file.name for file in self._tapes.glob("*.tape") if not opens(file))

    def flush(self) -> None:
        """Waits until everything said so far is written."""
        self._writer.submit(lambda: None).result()

    def _prepare(self) -> None:
        for folder in (self._tapes, self._packs):
            folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self._tapes):
            pass
        for part in self._tapes.glob("*.part"):
            adopt(part)

    def _found(self, kind: str, name: str, folder: Path) -> Path | None:
        if not KEY.fullmatch(name):
            return None
        return next((f for f in (folder / f"{name}.{kind}", self._shipped / f"{name}.{kind}") if f.is_file()), None)

    def _trim(self) -> None:
        tapes = sorted(self._tapes.glob("*.tape"), key=lambda file: file.stat().st_mtime)
        for file in tapes[: max(0, len(tapes) - limits.TAPES_KEPT)]:
            file.unlink(missing_ok=True)


def readable(file: Path) -> bytes:
    """A tape's bytes up to its first bad record. Raises Damaged when it is too large or has no header."""
    if file.stat().st_size > limits.LARGEST_TAPE:
        raise Damaged(f"{file.name}, too large,", limits.LARGEST_TAPE)
    data = file.read_bytes()
    good = good_length(data)
    if not good:
        raise Damaged(file.name)
    return data[:good]


def good_length(data: bytes) -> int:
    """How many bytes of a tape are whole records, the first of them a header; 0 if that one is not."""
    found = list(records(data))
    if not found or found[0][0] != TAPE:
        return 0
    return sum(HEAD.size + len(payload) for _, payload in found)


def opens(file: Path) -> bool:
    """Whether a tape's header can be read."""
    with contextlib.suppress(OSError, Damaged):
        return bool(readable(file))
    return False


def adopt(part: Path) -> None:
    """Keeps what an earlier process could not finish, unless another one is writing it right now."""
    with part.open("rb") as handle, contextlib.suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if good_length(handle.read()):
            part.replace(part.with_suffix(".tape"))
        else:
            part.unlink()


def write_whole(file: Path, data: bytes) -> None:
    """Writes a file so that under its name there is all of it or nothing. Raises OSError."""
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as half:
        try:
            half.write(data)
            half.flush()
            os.fsync(half.fileno())
            Path(half.name).replace(file)
        except OSError:
            Path(half.name).unlink(missing_ok=True)
            raise
