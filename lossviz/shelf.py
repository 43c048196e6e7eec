"""Where files are kept: names and bytes enter, whole files leave; a folder, or a store that fsspec reaches."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lossviz.frame import Damaged
from lossviz.params import Refusal, shown

HALF = ".half-"
FORGOTTEN_SECONDS = 3600.0


@dataclass(frozen=True)
class Kept:
    """A file on a shelf: its name below the shelf, its size in bytes and when it was written."""

    name: str
    size: int
    modified: float


class Shelf(Protocol):
    """Files by name ("tapes/x.tape"). Under a name there is all of a file or nothing. Raises OSError."""

    def prepare(self, folder: str) -> None:
        """Makes sure that files can be written there."""

    def read(self, name: str, most: int) -> bytes | None:
        """A file's bytes; None where there is none. Raises Damaged for more bytes than `most`."""

    def has(self, name: str) -> bool:
        """Whether there is such a file."""

    def write(self, name: str, data: bytes) -> None:
        """Writes a whole file, or none."""

    def take(self, file: Path, name: str) -> None:
        """Moves a finished file of this machine here."""

    def listed(self, folder: str) -> list[Kept]:
        """Every file below a folder, the oldest first."""

    def remove(self, name: str) -> None:
        """Removes a file; one that is gone already is no error."""


class Folder:
    """A folder of this machine, or one that several machines share."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def prepare(self, folder: str) -> None:
        """Makes the folder, tries to write, and clears away what a crash has left half-written."""
        place = self.root / folder
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
        for half in place.rglob(f"{HALF}*"):
            with contextlib.suppress(OSError):
                if time.time() - half.stat().st_mtime > FORGOTTEN_SECONDS:
                    half.unlink()

    def read(self, name: str, most: int) -> bytes | None:
        """The bytes of a file, if it is one."""
        file = self.root / name
        if not file.is_file():
            return None
        if file.stat().st_size > most:
            raise Damaged(f"{file.name}, too large,", most)
        return file.read_bytes()

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return (self.root / name).is_file()

    def write(self, name: str, data: bytes) -> None:
        """Writes beside it, flushes to the disk, and renames."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=HALF, delete=False) as half:
            try:
                half.write(data)
                half.flush()
                os.fsync(half.fileno())
                Path(half.name).replace(file)
            except OSError:
                Path(half.name).unlink(missing_ok=True)
                raise

    def take(self, file: Path, name: str) -> None:
        """Renames, where both lie on one file system; else writes and removes."""
        try:
            file.replace(self.root / name)
        except OSError:
            self.write(name, file.read_bytes())
            file.unlink()

    def listed(self, folder: str) -> list[Kept]:
        """Every file below a folder, the oldest first."""
        return sorted(self._found(folder), key=lambda kept: kept.modified)

    def _found(self, folder: str) -> Iterator[Kept]:
        for file in (self.root / folder).rglob("*"):
            with contextlib.suppress(OSError):  # another process may have removed it just now
                if file.is_file():
                    stat = file.stat()
                    yield Kept(file.relative_to(self.root).as_posix(), stat.st_size, stat.st_mtime)

    def remove(self, name: str) -> None:
        """Removes a file, and its folder if that is empty then."""
        with contextlib.suppress(OSError):
            (self.root / name).unlink(missing_ok=True)
            (self.root / name).parent.rmdir()


class Remote:
    """A store behind fsspec, such as s3://bucket/folder, in which a file appears only when it is complete."""

    def __init__(self, url: str) -> None:
        from fsspec.core import url_to_fs

        self.url = url
        self._files, self._root = url_to_fs(url, use_listings_cache=False)

    def prepare(self, folder: str) -> None:
        """Tries to write and to remove."""
        self.write(f"{folder}/{HALF}", b"")
        self.remove(f"{folder}/{HALF}")

    def read(self, name: str, most: int) -> bytes | None:
        """The bytes of a file, after a look at its size."""
        with reached():
            path = self._path(name)
            if not self._files.isfile(path):
                return None
            if int(self._files.size(path)) > most:
                raise Damaged(f"{name}, too large,", most)
            return bytes(self._files.cat_file(path))

    def has(self, name: str) -> bool:
        """Whether there is such a file; False also while the store cannot be reached."""
        with contextlib.suppress(OSError), reached():
            return bool(self._files.isfile(self._path(name)))
        return False

    def write(self, name: str, data: bytes) -> None:
        """Puts a whole object."""
        with reached():
            path = self._path(name)
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, data)

    def take(self, file: Path, name: str) -> None:
        """Puts the file's bytes there and removes it here."""
        self.write(name, file.read_bytes())
        file.unlink()

    def listed(self, folder: str) -> list[Kept]:
        """Every file below a folder, the oldest first."""
        with reached():
            found = self._files.find(self._path(folder), detail=True)
        prefix = len(self._root.rstrip("/")) + 1
        kept = [Kept(path[prefix:], int(info["size"] or 0), written(info)) for path, info in found.items()]
        return sorted(kept, key=lambda one: one.modified)

    def remove(self, name: str) -> None:
        """Removes a file."""
        with contextlib.suppress(OSError), reached():
            self._files.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"


@contextlib.contextmanager
def reached() -> Iterator[None]:
    """Whatever a store's own library raises is an OSError here."""
    try:
        yield
    except (OSError, Damaged):
        raise
    except Exception as fault:
        raise OSError(str(fault)) from fault


def written(info: dict[str, Any]) -> float:
    """When a file was written, as the different stores tell it; 0 where they do not."""
    found = next((info[name] for name in ("LastModified", "mtime", "created") if info.get(name)), 0.0)
    return found.timestamp() if isinstance(found, datetime) else float(found)


def shelf_at(place: str) -> Folder | Remote:
    """The shelf that LOSSVIZ_STORE names: a folder, file:///folder, or a URL of fsspec's. Raises Refusal."""
    parts = urlsplit(place)
    if "://" not in place:
        return Folder(Path(place).expanduser())
    if parts.scheme in ("file", "local"):
        return Folder(Path(url2pathname(parts.path)))
    try:
        return Remote(place)
    except (ImportError, ValueError, OSError) as fault:
        raise Refusal("runs.store", value=shown(parts.scheme), reason=shown(fault, 120)) from fault
