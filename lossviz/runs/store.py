"""Tapes, checkpoints and data packs: records enter as they come; tapes leave whole, or torn as far as they are good."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from lossviz import limits
from lossviz.folders import home
from lossviz.frame import HEAD, TAPE, Damaged, Tape, records
from lossviz.recipe import KEY
from lossviz.runs.checkpoints import TAPES, Checkpoints
from lossviz.runs.comparisons import Comparisons
from lossviz.runs.packshelf import PACKS, PackShelf
from lossviz.runs.recording import Recording
from lossviz.shelf import Folder, Remote, shelf_at

SHIPPED = Path(__file__).resolve().parent.parent / "recorded"

log = logging.getLogger("lossviz")


class Store:
    """What runs leave behind: on the shelf of LOSSVIZ_STORE, else in a folder, and what comes with the package.

    A tape is written in `folder` of this machine and takes its place on the shelf when whole. `problem` says why
    nothing can be saved, or is None; reading then still gives what there is. Raises Refusal for no such shelf.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        shelf: Folder | Remote | None = None,
        shipped: Path = SHIPPED,
        writer: Executor | None = None,
    ) -> None:
        place = os.environ.get("LOSSVIZ_STORE")
        own = Folder(home() if folder is None else folder)
        self.shelf = shelf or (shelf_at(place) if place and folder is None else own)
        self._here = self.shelf if isinstance(self.shelf, Folder) else own
        self.folder = self._here.root
        self.problem: OSError | None = None
        self.shipped = Folder(shipped)
        self._writer = writer or ThreadPoolExecutor(1, thread_name_prefix="lossviz-store")
        self._packs = PackShelf(self.shelf, self.shipped)
        self.checkpoints = Checkpoints(self.shelf, self._writer)
        self.comparisons = Comparisons(self.shelf)
        try:
            self._prepare()
        except OSError as fault:
            self.problem = fault

    def tape(self, key: str) -> bytes | None:
        """The bytes of a tape, as far as they are good; None where there is none.

        Raises Damaged for one that is too large or of which not even the header can be read.
        """
        found = self._read(f"{key}.tape") if KEY.fullmatch(key) else None
        return None if found is None else readable(found, key)

    def has(self, key: str) -> bool:
        """Whether there is a tape of this key, without reading it."""
        name = f"{key}.tape"
        return bool(KEY.fullmatch(key)) and (self.shelf.has(f"{TAPES}/{name}") or self.shipped.has(name))

    def recording(self, key: str, failed: Callable[[OSError], None]) -> Recording | None:
        """A tape to write to; None when nothing can be saved, which `failed` is told. Raises KeyError for no key."""
        if not KEY.fullmatch(key):
            raise KeyError(key)
        if self.problem is not None:
            failed(self.problem)
            return None
        return Recording(self._part(key), self._writer, failed=failed, place=lambda part: self._place(part, key))

    def pack(self, digest: str) -> bytes | None:
        """A data pack, gzipped; None where there is none."""
        return self._packs.read(digest)

    def keep_pack(self, digest: str, zipped: bytes) -> None:
        """Keeps a pack under its digest, in memory when it cannot be saved. Raises Damaged for another's bytes."""
        self._packs.keep(digest, zipped)

    def damaged(self) -> list[str]:
        """The names of tapes that cannot be read."""
        found = (kept.name.partition("/")[2] for kept in self.shelf.listed(TAPES))
        return sorted(name for name in found if name.endswith(".tape") and not self._opens(name.removesuffix(".tape")))

    def flush(self) -> None:
        """Waits until everything said so far is written."""
        self._writer.submit(lambda: None).result()

    def _prepare(self) -> None:
        self._here.prepare(TAPES)
        if isinstance(self.shelf, Remote):
            try:
                self.shelf.prepare(PACKS)
            except OSError as fault:  # perhaps later: until then tapes stay here
                log.warning("%s cannot be reached: %s", self.shelf.url, fault)
        for part in (self.folder / TAPES).glob("*.part"):
            if KEY.fullmatch(part.stem):
                self._adopt(part)

    def _adopt(self, part: Path) -> None:
        """Keeps what an earlier process could not finish, unless another one is writing it right now."""
        with contextlib.suppress(OSError), part.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            small = os.fstat(handle.fileno()).st_size <= limits.LARGEST_TAPE
            if small and good_length(handle.read()) and not self._finished(part.stem):
                self.shelf.take(part, f"{TAPES}/{part.stem}.tape")
            else:
                part.unlink()

    def _finished(self, key: str) -> bool:
        """Whether a whole tape of a finished run is here."""
        with contextlib.suppress(OSError, Damaged):
            tape = self.tape(key)
            return tape is not None and (Tape.from_bytes(tape).ending or {}).get("state") == "finished"
        return False

    def _part(self, key: str) -> Path:
        return self.folder / TAPES / f"{key}.part"

    def _place(self, part: Path, key: str) -> None:
        self.shelf.take(part, f"{TAPES}/{key}.tape")
        with contextlib.suppress(OSError):
            self._trim()

    def _read(self, name: str) -> bytes | None:
        found = self.shelf.read(f"{TAPES}/{name}", limits.LARGEST_TAPE)
        return self.shipped.read(name, limits.LARGEST_TAPE) if found is None else found

    def _opens(self, key: str) -> bool:
        with contextlib.suppress(OSError, Damaged):
            return self.tape(key) is not None
        return False

    def _trim(self) -> None:
        tapes = [kept for kept in self.shelf.listed(TAPES) if kept.name.endswith(".tape")]
        for kept in tapes[: max(0, len(tapes) - limits.TAPES_KEPT)]:
            self.shelf.remove(kept.name)
            self.checkpoints.forget(Path(kept.name).stem)
        self.checkpoints.trim()


def readable(data: bytes, key: str) -> bytes:
    """A tape's bytes up to its first bad record. Raises Damaged when it has no header."""
    good = good_length(data)
    if not good:
        raise Damaged(f"{key}.tape")
    return data[:good]


def good_length(data: bytes) -> int:
    """How many bytes of a tape are whole records, the first of them a header; 0 if that one is not."""
    found = list(records(data))
    if not found or found[0][0] != TAPE:
        return 0
    return sum(HEAD.size + len(payload) for _, payload in found)
