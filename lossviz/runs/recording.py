"""A tape while it is being written: records enter as they come, and a whole file leaves, or none."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import BinaryIO

log = logging.getLogger("lossviz")


class Recording:
    """A tape that is being written to `<key>.part`, and takes its place as `<key>.tape` when whole.

    A lock on the file tells another process that somebody still writes. When the disk is full or gone, what was
    written is removed, `failed` is called once, and the run goes on without.
    """

    def __init__(
        self, file: Path, writer: Executor, *, failed: Callable[[OSError], None], done: Callable[[], None]
    ) -> None:
        self._part, self._tape = file.with_suffix(".part"), file
        self._failed, self._writer, self._done = failed, writer, done
        self._handle: BinaryIO | None = None
        writer.submit(self._guarded, self._open)

    def add(self, record: bytes) -> None:
        """Writes one record, soon."""
        self._writer.submit(self._guarded, lambda: self._write(record))

    def finish(self) -> None:
        """Puts the tape in its place, soon."""
        self._writer.submit(self._guarded, self._close)

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
        if self._handle.tell():
            os.fsync(self._handle.fileno())
            self._part.replace(self._tape)
        else:
            self._part.unlink()
        self._handle.close()
        self._handle = None
        self._done()

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
