"""An npz file of a stranger: bytes enter, the shapes of its arrays and their rows in blocks leave. Never a pickle.

Everything is decided by what the file declares, before anything is unpacked; then a block at a time is.
"""

from __future__ import annotations

import io
import math
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from lossviz import limits
from lossviz.params import Refusal, shown

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
END, END64_LOCATOR = struct.Struct("<4s4H2LH"), b"PK\x06\x07"
MOST_MEMBERS, LARGEST_DIRECTORY = 16, 16 * 1024
LONGEST_HEADER = 1000
BLOCK = 2**20
KINDS = "biufUS"
"""Truth values, whole numbers, real numbers and text, as numpy writes them."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError)


@dataclass(frozen=True)
class Declared:
    """What an array's header says; `start` is where its numbers begin."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int


class Archive:
    """The arrays of an npz file by name. `file` is what refusals call it. Raises Refusal."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self._demand_small_directory(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except UNREADABLE as fault:
            raise self._damaged(file) from fault
        self._members = self._listed()

    @property
    def names(self) -> frozenset[str]:
        """The names of the arrays."""
        return frozenset(self._members)

    def declared(self, name: str) -> Declared:
        """Type and shape of an array, which its member must hold to the byte."""
        try:
            with self._zip.open(self._members[name]) as source:
                found, rowwise = self._header(source, name)
        except Refusal:
            raise
        except (*UNREADABLE, SyntaxError, RecursionError, MemoryError) as fault:
            raise self._damaged(name) from fault
        held = self._members[name].file_size - found.start
        asked = math.prod(found.shape) * found.dtype.itemsize
        if asked != held:
            raise Refusal("own.lies", file=self.file, member=name, declared=asked, held=held)
        if not rowwise and len(found.shape) > 1:
            raise Refusal("own.columnwise", file=self.file, member=name)
        return found

    def blocks(self, name: str) -> Iterator[NDArray[Any]]:
        """The rows of an array, in order, about a megabyte at a time. Raises Refusal where they are damaged."""
        found = self.declared(name)
        row = math.prod(found.shape[1:]) * found.dtype.itemsize
        some = max(1, BLOCK // row)
        try:
            with self._zip.open(self._members[name]) as source:
                source.read(found.start)
                for first in range(0, found.shape[0], some):
                    rows = min(some, found.shape[0] - first)
                    yield np.frombuffer(source.read(rows * row), found.dtype).reshape(rows, *found.shape[1:])
        except UNREADABLE as fault:
            if isinstance(fault, Refusal):
                raise
            raise self._damaged(name) from fault

    def _header(self, source: IO[bytes], name: str) -> tuple[Declared, bool]:
        version = npy.read_magic(source)
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
        shape, columnwise, dtype = read(source, max_header_size=LONGEST_HEADER)
        if dtype.kind not in KINDS or not dtype.itemsize:
            raise Refusal("own.dtype", file=self.file, member=name, value=shown(dtype))
        if any(type(side) is not int or side < 0 for side in shape):
            raise Refusal("own.shape", file=self.file, member=name, value=shown(shape))
        return Declared(dtype, shape, source.tell()), not columnwise

    def _listed(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        whole = sum(info.file_size for info in infos)
        if whole > limits.LARGEST_UNPACKED:
            size, limit = math.ceil(whole / limits.MB), limits.LARGEST_UNPACKED // limits.MB
            raise Refusal("own.unpacked", file=self.file, size=size, limit=limit)
        names = [info.filename.removesuffix(".npy") for info in infos]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise Refusal("own.twice", file=self.file, member=shown(twice))
        return dict(zip(names, infos, strict=True))

    def _demand_small_directory(self, data: bytes) -> None:
        """A directory of a hundred thousand names would take its memory before anybody could look at it."""
        at = data.rfind(b"PK\x05\x06")
        try:
            _, _, _, _, members, size, _, _ = END.unpack_from(data, at)
        except struct.error as fault:
            raise self._damaged(self.file) from fault
        if at < 0 or data[max(0, at - 20) : at].startswith(END64_LOCATOR):
            raise self._damaged(self.file)
        if members > MOST_MEMBERS or size > LARGEST_DIRECTORY:
            raise Refusal("own.members_many", file=self.file, n=members, limit=MOST_MEMBERS)

    def _damaged(self, what: str) -> Refusal:
        return Refusal("own.damaged", file=self.file, member=shown(what))
