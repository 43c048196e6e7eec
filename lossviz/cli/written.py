"""A file that appears whole or not at all: a path enters, something to write into leaves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from lossviz.params import Refusal, shown


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Writes beside `path` and moves the file there when the block ends well; leaves nothing behind otherwise.

    Raises Refusal, before the block where possible, if the file cannot be written.
    """
    part = path.parent / f".{os.getpid()}.part"
    try:
        # a device or a folder must not be replaced by a file
        if path.exists() and not path.is_file():
            raise OSError("not a file")
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as fault:
        raise Refusal("refuse.output", owner="Command line", knob="out", value=shown(path)) from fault
    finally:
        # already moved when all went well; a folder that cannot be written holds no part either
        with suppress(OSError):
            part.unlink()
