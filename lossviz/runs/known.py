"""The runs of this process by key: live ones, and those read from their tapes; the longest unused are let go."""

from __future__ import annotations

import logging
import threading

from lossviz.frame import Damaged, Tape
from lossviz.recipe import KEY
from lossviz.runs.run import Run
from lossviz.runs.store import Store

KEPT_IN_MEMORY = 50

log = logging.getLogger("lossviz")


class Known:
    """Runs by key; may be called from any thread. A tape is read without holding anybody up."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._runs: dict[str, Run] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Run | None:
        """The run of this key, live or recorded; None where there is none or its tape is damaged."""
        if not KEY.fullmatch(key):
            return None
        with self._lock:
            found = self._runs.get(key)
        if found is not None:
            return found
        try:
            tape = self._store.tape(key)
            return None if tape is None else self._keep(Run.from_tape(key, Tape.from_bytes(tape)), anew=False)
        except (Damaged, OSError, TypeError, KeyError, ValueError) as fault:
            log.warning("The tape %s cannot be read: %s", key, fault)
            return None

    def has(self, key: str) -> bool:
        """Whether there is a run of this key, without reading its tape."""
        with self._lock:
            here = key in self._runs
        return here or self._store.has(key)

    def with_pack(self, digest: str) -> Run | None:
        """A run of this process whose data pack is this one."""
        with self._lock:
            runs = list(self._runs.values())
        return next((run for run in runs if run.header.get("pack") == digest), None)

    def add(self, run: Run) -> Run:
        """Takes in a new run, in the place of an earlier attempt at it."""
        return self._keep(run, anew=True)

    def _keep(self, run: Run, *, anew: bool) -> Run:
        with self._lock:
            if not anew and run.key in self._runs:
                return self._runs[run.key]
            self._runs.pop(run.key, None)
            self._runs[run.key] = run
            ended = [key for key, known in self._runs.items() if not known.live]
            for key in ended[: max(0, len(ended) - KEPT_IN_MEMORY)]:
                del self._runs[key]
        return run
