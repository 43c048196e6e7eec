"""Data packs: a run's header enters, and a pack that is missing is made where that run trains."""

from __future__ import annotations

import logging
from collections import Counter

from lossviz.frame import Damaged
from lossviz.recipe import KEY
from lossviz.runs.executor import Executor
from lossviz.runs.known import Known
from lossviz.runs.run import Run
from lossviz.runs.slots import Slots
from lossviz.runs.store import Store

ATTEMPTS = 3
"""How often a pack that nobody trains with is tried."""

log = logging.getLogger("lossviz")


class Packs:
    """The packs of a store, and those that are being made."""

    def __init__(self, store: Store, executor: Executor, known: Known, slots: Slots) -> None:
        self._store, self._executor, self._known, self._slots = store, executor, known, slots
        self._making: set[str] = set()
        self._failed: Counter[str] = Counter()

    def find(self, digest: str) -> bytes | None:
        """A pack, gzipped; None where there is none. One that has made room for others is made again."""
        found = self._store.pack(digest)
        if found is None and self._failed[digest] < ATTEMPTS:
            run, address = self._known.with_pack(digest), self._slots.any()
            if run is not None and address is not None:
                self.demand(address, run)
        return found

    def making(self, digest: str) -> bool:
        """Whether this pack is being made."""
        return digest in self._making

    def demand(self, address: str, run: Run) -> None:
        """Has the pack made that the run's header names, if there is none yet."""
        digest = str(run.header["pack"])
        if KEY.fullmatch(digest) and digest not in self._making and self._store.pack(digest) is None:
            self._making.add(digest)
            self._executor.pack(address, run.recipe.data, digest)

    def made(self, digest: str, zipped: bytes | None) -> None:
        """A pack has been made, or could not be."""
        try:
            if zipped is not None:
                self._store.keep_pack(digest, zipped)
        except Damaged as fault:
            log.warning("A data pack was not kept: %s", fault)
        if self._store.pack(digest) is None:
            self._failed[digest] += 1
        self._making.discard(digest)
