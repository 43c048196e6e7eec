"""Data sets that are no part of the app: wishes enter from pages, word from workers; how each set stands leaves."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from lossviz import catalog, strain

LOOK_AGAIN = 2.0
Cause = tuple[str, Mapping[str, Any]]


def broken_off(id: str) -> Cause:
    """The sentence for a download that ended without a reason of its own."""
    return "refuse.data_lost", {"dataset": catalog.datasets()[id].name}


class Porter(Protocol):
    """Who looks for sets and fetches them. Every call returns at once; what follows is told to Downloads."""

    def look(self) -> None:
        """Finds out which sets are there, on every worker."""

    def fetch(self, data: str, attempt: int) -> None:
        """Fetches a set."""

    def give_up(self, data: str, attempt: int) -> None:
        """Ends that download."""


@dataclass(frozen=True, kw_only=True)
class Download:
    """How a set stands: where it is, and of a download the bytes so far, why it failed, and who waits for it.

    "unknown": no worker has said yet. `error` is the sentence's key with its fields.
    """

    stage: Literal["unknown", "absent", "fetching", "here"] = "unknown"
    done: int = 0
    error: Cause | None = None
    waiting: frozenset[str] = frozenset()


class Downloads:
    """Every set that needs a download, one download each at most; all methods may be called from any thread."""

    def __init__(self, porter: Porter, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._porter, self._clock = porter, clock
        self._lock = threading.Condition()
        self._sets = {id: Download() for id, entry in catalog.datasets().items() if not entry.here}
        self._attempts: Counter[str] = Counter()
        self._looked = -math.inf

    # what pages ask

    def of(self, id: str, patience: float = 0.0) -> Download:
        """How the set stands, as far as is known; has workers look for it, now and then, while it is not here.

        `patience`: how many seconds to wait for what they say.
        """
        id = strain.base_of(id)
        with self._lock:
            found = self._sets.get(id, Download(stage="here"))
            if found.stage in ("unknown", "absent") and self._clock() - self._looked >= LOOK_AGAIN:
                self._looked = self._clock()
                self._porter.look()
                self._lock.wait(patience)
                found = self._sets[id]
            return found

    def ask(self, id: str, visitor: str) -> None:
        """Has the set fetched, or waits for the download that is under way."""
        id = strain.base_of(id)
        with self._lock:
            found = self._sets[id]
            if found.stage != "fetching":
                self._attempts[id] += 1
                found = Download(stage="fetching")
                self._porter.fetch(id, self._attempts[id])
            self._sets[id] = replace(found, waiting=found.waiting | {visitor})

    def leave(self, id: str, visitor: str) -> None:
        """The visitor waits no more; the download ends when nobody else does."""
        id = strain.base_of(id)
        with self._lock:
            found = self._sets[id]
            if found.stage != "fetching" or visitor not in found.waiting:
                return
            self._sets[id] = found = replace(found, waiting=found.waiting - {visitor})
            if not found.waiting:
                self._sets[id] = Download(stage="absent")
                self._porter.give_up(id, self._attempts[id])
                self._attempts[id] += 1

    # what the porter tells

    def found(self, here: Collection[str]) -> None:
        """The sets that every worker has."""
        with self._lock:
            for id, known in self._sets.items():
                if known.stage != "fetching":
                    self._sets[id] = replace(known, stage="here" if id in here else "absent")
            self._lock.notify_all()

    def progress(self, id: str, attempt: int, done: int) -> None:
        """So many bytes are there."""
        with self._lock:
            if self._current(id, attempt):
                self._sets[id] = replace(self._sets[id], done=done)

    def ended(self, id: str, attempt: int, error: Cause | None) -> None:
        """The download is over; `error` says why the set is not here."""
        with self._lock:
            if self._current(id, attempt):
                self._sets[id] = Download(stage="absent" if error else "here", error=error)

    def _current(self, id: str, attempt: int) -> bool:
        return self._sets[id].stage == "fetching" and self._attempts[id] == attempt
