"""What a worker does: a recipe enters, its records leave one by one as events; wishes to stop or pause come between.

The only module of this folder that reaches engine and data sets, and only by name inside functions: the web process
imports it too, to name these functions to the workers, and must not load torch.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Generator, Mapping
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, Literal

from lossviz.frame import CHECKPOINT, ENDING, GLANCE
from lossviz.pack import zipped
from lossviz.params import Refusal
from lossviz.recipe import ENGINE_VERSION, Recipe
from lossviz.runs.run import Outcome, State

TOPIC = "lossviz-records"
ENGINE = "lossviz.engine:recorded"
DATASETS = "lossviz.datasets"

Wish = Literal["go", "pause", "step", "stop"]

log = logging.getLogger("lossviz")


class Switch:
    """How a run in this process is told to go on, pause, step or stop; costs one lock a step of training."""

    def __init__(self, wish: Wish = "go") -> None:
        self._wish = wish
        self._held = False
        self._turned = threading.Condition()

    def turn(self, wish: Wish) -> None:
        """Sets the wish; "stop" is final."""
        with self._turned:
            if self._wish != "stop":
                self._wish = wish
            self._turned.notify_all()

    def begins(self) -> bool:
        """Asked before the first step of training; waits while it is held, and is False when the run shall stop."""
        with self._turned:
            self._turned.wait_for(lambda: self._wish != "pause")
            return self._wish != "stop"

    def heeds(self) -> bool | Literal["show"]:
        """Asked after every step of training; False when the run shall stop.

        Where it is held, by a pause or after a single step, it shall show itself first; asked again it waits.
        """
        with self._turned:
            if self._wish == "step" and not self._held:
                self._wish = "pause"
            if self._wish == "pause" and not self._held:
                self._held = True
                return "show"
            self._turned.wait_for(lambda: self._wish != "pause")
            self._held = False
            return self._wish != "stop"


_switches: dict[tuple[str, int], Switch] = {}


def turn(key: str, attempt: int, wish: Wish) -> None:
    """Tells a run of this worker what is wished; a wish may come before the run starts."""
    _switches.setdefault((key, attempt), Switch()).turn(wish)


def clear() -> None:
    """Stops whatever trains in this worker."""
    for switch in list(_switches.values()):
        switch.turn("stop")


def train(
    source: str, plain: Mapping[str, Any], key: str, attempt: int, start: bytes | None = None, held: bool = False
) -> Outcome:
    """Runs one recipe and sends each record as an event (key, attempt, n, record) on the shared topic.

    `n` counts the records before it that are neither checkpoints nor glances. `start` is the payload of the checkpoint
    to go on from. `held`: it waits before its first step until something else is wished.
    """
    from distributed import get_worker

    worker = get_worker()
    switch = _switches.setdefault((key, attempt), Switch("pause" if held else "go"))
    try:
        recipe = Recipe.from_json(plain)
        if recipe.key != key:
            raise Refusal("runs.version", version=ENGINE_VERSION)
        records = _records(resolve_name(source), recipe, attempt, start, switch.heeds)
        if held:
            records = _awaited(records, switch.begins)
        return Outcome(_send(records, worker, key, attempt))
    except Exception as fault:
        return Outcome("failed", *_said(fault))
    finally:
        _switches.pop((key, attempt), None)


def _records(
    source: Callable[..., Generator[bytes]], recipe: Recipe, attempt: int, start: bytes | None, heed: Callable[[], Any]
) -> Generator[bytes]:
    """A run's records from a checkpoint on, or from the beginning if that one does not fit."""
    if start is not None:
        records = source(recipe, attempt, start, heed=heed)
        try:
            first = next(records)
        except Refusal:
            raise
        except ValueError as unfit:
            log.warning("A run begins again, for its checkpoint cannot be used: %s", unfit)
        else:
            yield first
            yield from records
            return
    yield from source(recipe, attempt, heed=heed)


def _awaited(records: Generator[bytes], begins: Callable[[], bool]) -> Generator[bytes]:
    """The same records; with the first checkpoint, which follows frame 0, they wait, and end if the run shall stop."""
    for entry in records:
        yield entry
        if entry[:4] == CHECKPOINT:
            break
    else:
        return
    if begins():
        yield from records
    records.close()


def _send(records: Generator[bytes], worker: Any, key: str, attempt: int) -> State:
    n = 0
    for entry in records:
        worker.log_event(TOPIC, (key, attempt, n, entry))
        n += entry[:4] not in (CHECKPOINT, GLANCE)
        if entry[:4] == ENDING:
            return "finished"
    return "stopped"


def _said(fault: Exception) -> tuple[str, dict[str, Any]]:
    """The sentence for a failure: the engine's own where it has one, else a number that stands in the log."""
    if isinstance(fault, Refusal):
        return fault.code, fault.fields
    id = secrets.token_hex(4)
    log.error("A run failed, id %s", id, exc_info=fault)
    return "notice.error", {"id": id}


def warm(source: str, plain: Mapping[str, Any]) -> None:
    """Does the first steps of a run and forgets them: the first real run must not wait for imports and data."""
    records = resolve_name(source)(Recipe.from_json(plain), 1)
    for _ in range(3):
        next(records, None)


def devices(source: str) -> list[str]:
    """The devices of this machine, as the module of the function that trains tells them."""
    told: list[str] = resolve_name(f"{source.partition(':')[0]}:devices")()
    return told


def pack(data: str) -> bytes:
    """The data set's pack, gzipped, as stored and served."""
    datasets = import_module(DATASETS)
    return zipped(datasets.pack_of(datasets.load(data)))
