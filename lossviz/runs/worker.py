"""What a worker does: a recipe enters, its records leave one by one as events; wishes to stop or pause come between.

The only module of this folder that reaches the engine, and only inside functions: the web process imports it too,
to name these functions to the workers.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal

from lossviz.frame import ENDING
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs.run import Outcome

TOPIC = "lossviz-records"
ENGINE = "lossviz.engine:recorded"

Wish = Literal["go", "pause", "step", "stop"]
Source = Callable[[Recipe, int], Iterator[bytes]]

log = logging.getLogger("lossviz")


class Switch:
    """How a run in this process is told to go on, pause, step or stop; costs one lock per record."""

    def __init__(self) -> None:
        self._wish: Wish = "go"
        self._turned = threading.Condition()

    def turn(self, wish: Wish) -> None:
        """Sets the wish; "stop" is final."""
        with self._turned:
            if self._wish != "stop":
                self._wish = wish
            self._turned.notify_all()

    def lets_go_on(self) -> bool:
        """Waits while paused; False when the run shall stop."""
        with self._turned:
            self._turned.wait_for(lambda: self._wish != "pause")
            if self._wish == "step":
                self._wish = "pause"
            return self._wish != "stop"


_switches: dict[tuple[str, int], Switch] = {}


def turn(key: str, attempt: int, wish: Wish) -> None:
    """Tells a run of this worker what is wished; a wish may come before the run starts."""
    _switches.setdefault((key, attempt), Switch()).turn(wish)


def train(source: str, plain: Mapping[str, Any], key: str, attempt: int) -> Outcome:
    """Runs one recipe and sends each record as an event (key, attempt, n, record) on the shared topic."""
    from distributed import get_worker

    worker = get_worker()
    switch = _switches.setdefault((key, attempt), Switch())
    started = time.thread_time()
    try:
        state = _send(_found(source)(Recipe.from_json(plain), attempt), switch, worker, key, attempt)
        return Outcome(state, cpu_seconds=round(time.thread_time() - started, 3))
    except Exception as fault:
        code, fields = _said(fault)
        return Outcome("failed", code, fields, round(time.thread_time() - started, 3))
    finally:
        _switches.pop((key, attempt), None)


def _send(records: Iterator[bytes], switch: Switch, worker: Any, key: str, attempt: int) -> Any:
    for n, entry in enumerate(records):
        worker.log_event(TOPIC, (key, attempt, n, entry))
        if entry[:4] != ENDING and not switch.lets_go_on():
            records.close()  # type: ignore[attr-defined]
            return "stopped"
    return "finished"


def _said(fault: Exception) -> tuple[str, dict[str, Any]]:
    """The sentence for a failure: the engine's own where it has one, else a number that stands in the log."""
    if isinstance(fault, Refusal):
        return fault.code, fault.fields
    id = secrets.token_hex(4)
    log.error("A run failed, id %s", id, exc_info=fault)
    return "notice.error", {"id": id}


def warm(source: str, plain: Mapping[str, Any]) -> None:
    """Does the first steps of a run and forgets them: the first real run must not wait for imports and data."""
    records = _found(source)(Recipe.from_json(plain), 1)
    for _ in range(3):
        next(records, None)


def pack(data: str) -> bytes:
    """The data set's pack, gzipped, as stored and served."""
    from lossviz.datasets import load, pack_of
    from lossviz.pack import zipped

    return zipped(pack_of(load(data)))


def _found(source: str) -> Source:
    module, _, name = source.partition(":")
    found: Source = getattr(import_module(module), name)
    return found
