"""What a worker does about data sets: an id enters, its files are fetched, and how far that is leaves as events.

Beside whatever trains there, in a thread of its own. Like `worker`, it reaches the data sets by name only.
"""

from __future__ import annotations

import asyncio
import threading
import time
from importlib import import_module
from typing import Any

from lossviz.params import Refusal
from lossviz.runs.downloads import Cause, broken_off

TOPIC = "lossviz-downloads"
EVERY = 0.2

_stops: dict[tuple[str, int], threading.Event] = {}


async def here(source: str) -> list[str]:
    """The ids of the sets whose files this worker finds; `source` names the module that knows."""
    found: list[str] = await asyncio.to_thread(lambda: import_module(source).here())
    return found


async def fetch(source: str, data: str, attempt: int, dask_worker: Any = None) -> Cause | None:
    """Fetches a set and sends (id, attempt, bytes) as events; says why it cannot be had. Dask fills in the worker."""
    stop = _stops.setdefault((data, attempt), threading.Event())
    try:
        return await asyncio.to_thread(_fetched, source, data, attempt, stop, dask_worker)
    finally:
        _stops.pop((data, attempt), None)


def give_up(data: str, attempt: int) -> None:
    """Ends a download here, if there is one."""
    if (data, attempt) in _stops:
        _stops[data, attempt].set()


def _fetched(source: str, data: str, attempt: int, stop: threading.Event, worker: Any) -> Cause | None:
    datasets, last = import_module(source), 0.0

    def told(done: int) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            worker.log_event(TOPIC, (data, attempt, done))

    try:
        datasets.fetch(data, told, stop)
    except Refusal as refusal:
        return refusal.code, refusal.fields
    except datasets.Cancelled:
        return broken_off(data)
    return None
