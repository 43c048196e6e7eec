"""Data packs: a run's header enters, and a pack that is missing is made where that run trains."""

from __future__ import annotations

import logging

from lossviz.frame import Damaged
from lossviz.recipe import KEY
from lossviz.runs.executor import Executor
from lossviz.runs.run import Run
from lossviz.runs.store import Store

log = logging.getLogger("lossviz")


class Packs:
    """The packs of a store, and those that are being made."""

    def __init__(self, store: Store, executor: Executor) -> None:
        self._store, self._executor = store, executor
        self._making: set[str] = set()

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
        self._making.discard(digest)
