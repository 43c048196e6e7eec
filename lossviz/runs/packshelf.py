"""Data packs on a shelf: gzipped packs enter and leave by their digest, and those that nobody asks for make room."""

from __future__ import annotations

import contextlib
import gzip

from lossviz import limits, pack
from lossviz.frame import Damaged
from lossviz.recipe import KEY
from lossviz.shelf import Shelf

PACKS = "packs"
ENDING = ".pack.gz"


class PackShelf:
    """`packs/<digest>.pack.gz` on a shelf, else among those that are shipped; in memory what cannot be saved.

    When there is too much, those go first that nobody has asked this process for, the oldest of them first.
    """

    def __init__(self, shelf: Shelf, shipped: Shelf) -> None:
        self._shelf, self._shipped = shelf, shipped
        self._unsaved: dict[str, bytes] = {}
        self._asked: dict[str, None] = {}

    def read(self, digest: str) -> bytes | None:
        """A pack, gzipped; None where there is none."""
        if not KEY.fullmatch(digest):
            return None
        with contextlib.suppress(OSError, Damaged):
            found = self._shelf.read(place(digest), limits.LARGEST_TAPE)
            if found is not None:
                self._ask(digest)
                return found
        with contextlib.suppress(OSError, Damaged):
            found = self._shipped.read(f"{digest}{ENDING}", limits.LARGEST_TAPE)
            if found is not None:
                return found
        return self._unsaved.get(digest)

    def keep(self, digest: str, zipped: bytes) -> None:
        """Keeps a pack under its digest. Raises Damaged for another's bytes."""
        if pack.digest(gzip.decompress(zipped)) != digest:
            raise Damaged(f"data pack {digest}")
        try:
            self._shelf.write(place(digest), zipped)
        except OSError:
            self._unsaved[digest] = zipped
            while len(self._unsaved) > limits.PACKS_IN_MEMORY:
                self._unsaved.pop(next(iter(self._unsaved)))
            return
        self._ask(digest)
        with contextlib.suppress(OSError):
            self._make_room()

    def _ask(self, digest: str) -> None:
        self._asked.pop(digest, None)
        self._asked[digest] = None

    def _make_room(self) -> None:
        kept = {one.name: one.size for one in self._shelf.listed(PACKS) if one.name.endswith(ENDING)}
        asked = [name for digest in self._asked if (name := place(digest)) in kept]
        size = sum(kept.values())
        for name in [*(name for name in kept if name not in asked), *asked]:
            if len(kept) <= limits.PACKS_KEPT and size <= limits.PACK_BYTES_KEPT:
                return
            self._shelf.remove(name)
            size -= kept.pop(name)
            self._asked.pop(name.removeprefix(f"{PACKS}/").removesuffix(ENDING), None)


def place(digest: str) -> str:
    """A pack's name on the shelf."""
    return f"{PACKS}/{digest}{ENDING}"
