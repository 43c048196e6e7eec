"""A tape while it is being written: records enter as they come, and a whole file leaves, or none."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import BinaryIO

log = logging.getLogger("lossviz")


class Recording:
    """A tape that is being written to a file `<key>.part`, which `place` puts where it belongs when whole.

    A lock on the file tells another process that somebody still writes. When the disk is full or gone, what was
    written is removed, `failed` is called once, and the run goes on without. When only its place cannot be
    reached, the file stays for the next start.
    """

    def __init__(
        self, part: Path, writer: Executor, *, failed: Callable[[OSError], None], place: Callable[[Path], None]
    ) -> None:
        self._part = part
        self._failed, self._writer, self._place = failed, writer, place
        self._handle: BinaryIO | None = None
        writer.submit(self._guarded, self._open)

    def add(self, record: bytes) -> None:
        """Writes one record, soon."""
        self._writer.submit(self._guarded, lambda: self._write(record))

    def finish(self, *, keep: bool = True) -> None:
        """Puts the tape in its place, soon, or removes what was written."""
        self._writer.submit(self._guarded, self._close if keep else self._abandon)

    def _open(self) -> None:
        handle = self._part.open("ab")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if handle.tell():
                handle.truncate(0)
        except OSError:
            handle.close()
            raise
        self._handle = handle

    def _write(self, record: bytes) -> None:
        if self._handle is not None:
            self._handle.write(record)
            self._handle.flush()

    def _close(self) -> None:
        if self._handle is None:
            return
        os.fsync(self._handle.fileno())
        whole, self._handle = self._handle, None
        with whole:
            if whole.tell():
                self._place(self._part)
            else:
                self._part.unlink()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except OSError as fault:
            log.warning("A run is not saved: %s", fault)
            self._abandon()
            self._failed(fault)

    def _abandon(self) -> None:
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self._part.unlink()
            with contextlib.suppress(OSError):
                self._handle.close()
            self._handle = None


def unsaved(fault: OSError) -> str:
    """The sentence for a tape that could not be written."""
    return "state.not_saved" if fault.errno in (errno.ENOSPC, errno.EDQUOT) else "runs.unsaved"
