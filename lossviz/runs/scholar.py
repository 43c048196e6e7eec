"""What a worker does about a question: it enters, a second process answers it, and how far that is leaves as events.

The process stays for the next question, so that what is slow to load is loaded once; to end a work is to kill it.
Like `worker`, this module reaches the engine by name only.
"""

from __future__ import annotations

import asyncio
import pickle
import threading
from pkgutil import resolve_name
from typing import Any

from lossviz.runs.downloads import Cause
from lossviz.runs.studies import BROKEN_OFF, Task

TOPIC = "lossviz-studies"
ENGINE = "lossviz.engine.studying:answer"
HELPER = "lossviz.engine.helper:at_hand"
SILENCE = 180.0
"""Seconds without a word after which the process counts as stuck: UMAP compiles itself for 40 on a quiet core."""

Reply = tuple[bytes | None, Cause | None]

_turn = threading.Lock()
_stops: dict[tuple[str, int], threading.Event] = {}
_current: dict[tuple[str, int], Any] = {}


async def study(source: str, task: Task, dask_worker: Any = None) -> Reply:
    """The packed answer, or why there is none; sends (digest, attempt, phase, share) as events on the way."""
    stop = _stops.setdefault((task.digest, task.attempt), threading.Event())
    try:
        return await asyncio.to_thread(_answered, source, task, stop, dask_worker)
    finally:
        _stops.pop((task.digest, task.attempt), None)


def drop(digest: str, attempt: int) -> None:
    """Ends a work here, if there is one; another that waits for its turn goes on."""
    if (digest, attempt) in _stops:
        _stops[digest, attempt].set()
    if (helper := _current.get((digest, attempt))) is not None:
        helper.close()


def _answered(source: str, task: Task, stop: threading.Event, worker: Any) -> Reply:
    def heard(word: bytes) -> None:
        phase, share = pickle.loads(word)
        worker.log_event(TOPIC, (task.digest, task.attempt, phase, share))

    with _turn:
        helper = None if stop.is_set() else resolve_name(HELPER)(source)
        if helper is None:
            return None, BROKEN_OFF
        _current[task.digest, task.attempt] = helper
        try:
            worker.log_event(TOPIC, (task.digest, task.attempt, "studies.starts", None))
            reply = helper.ask(pickle.dumps((task.kind, task.given, task.material)), heard, SILENCE)
        finally:
            del _current[task.digest, task.attempt]
    if reply is None:
        return None, BROKEN_OFF
    found: Reply = pickle.loads(reply)
    return found
