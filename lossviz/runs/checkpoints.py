"""Checkpoints beside their tapes: LVC1 records enter as runs go on; payloads leave."""

from __future__ import annotations

import contextlib
import logging
import re
import zlib
from concurrent.futures import Executor

from lossviz import limits
from lossviz.frame import CHECKPOINT, HEAD, Damaged
from lossviz.recipe import KEY
from lossviz.shelf import Shelf

NAME = re.compile(r"(0|[1-9][0-9]{0,8})\.ckpt", re.ASCII)
TAPES = "tapes"

log = logging.getLogger("lossviz")


class Checkpoints:
    """`tapes/<key>/<step>.ckpt` on a shelf; each is a whole record, so that a torn one is found by its checksum.

    Of a run whose checkpoints are large only the newest is kept, and of all of them the oldest make room.
    """

    def __init__(self, shelf: Shelf, writer: Executor) -> None:
        self._shelf, self._writer = shelf, writer

    def keep(self, key: str, step: int, record: bytes) -> None:
        """Writes one, soon; when that fails the run goes on without. Raises KeyError for no key or step."""
        name = name_of(key, step)
        if len(record) > limits.LARGEST_CHECKPOINT:
            log.warning("A checkpoint of %d MB is not kept", len(record) // limits.MB)
            return
        self._writer.submit(self._write, key, name, record)

    def steps(self, key: str) -> list[int]:
        """The steps from which a run can go on, in order."""
        if not KEY.fullmatch(key):
            return []
        with contextlib.suppress(OSError):
            found = (NAME.fullmatch(kept.name.rpartition("/")[2]) for kept in self._shelf.listed(f"{TAPES}/{key}"))
            return sorted(int(match[1]) for match in found if match)
        return []

    def read(self, key: str, step: int) -> bytes | None:
        """A checkpoint's payload; None where there is none, or no good one."""
        with contextlib.suppress(OSError, Damaged):
            record = self._shelf.read(name_of(key, step), limits.LARGEST_CHECKPOINT)
            return None if record is None else payload_of(record)
        log.warning("The checkpoint %s at step %d cannot be read", key, step)
        return None

    def forget(self, key: str) -> None:
        """Removes those of a run."""
        for step in self.steps(key):
            self._shelf.remove(name_of(key, step))

    def trim(self) -> None:
        """Lets the oldest go until the rest fit."""
        kept = [one for one in self._shelf.listed(TAPES) if one.name.endswith(".ckpt")]
        size = sum(one.size for one in kept)
        for one in kept:
            if size <= limits.CHECKPOINTS_KEPT:
                return
            self._shelf.remove(one.name)
            size -= one.size

    def _write(self, key: str, name: str, record: bytes) -> None:
        try:
            self._shelf.write(name, record)
        except OSError as fault:
            log.warning("A checkpoint is not saved: %s", fault)
            return
        if len(record) > limits.LARGE_CHECKPOINT:
            for older in self.steps(key)[:-1]:
                self._shelf.remove(name_of(key, older))


def name_of(key: str, step: int) -> str:
    """A checkpoint's place on the shelf. Raises KeyError for what is no key or no step."""
    name = f"{step}.ckpt"
    if not KEY.fullmatch(key) or not NAME.fullmatch(name):
        raise KeyError(f"{key}/{name}")
    return f"{TAPES}/{key}/{name}"


def payload_of(record: bytes) -> bytes:
    """What a whole LVC1 record carries. Raises Damaged."""
    if len(record) < HEAD.size:
        raise Damaged("checkpoint")
    magic, length, crc = HEAD.unpack_from(record)
    payload = record[HEAD.size :]
    if magic != CHECKPOINT or len(payload) != length or zlib.crc32(payload) != crc:
        raise Damaged("checkpoint")
    return payload
