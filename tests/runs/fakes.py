"""Stand-ins for what a hub needs: a clock that moves when told, an executor that only writes down what it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import sources

from lossviz.frame import CHECKPOINT, GLANCE
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Outcome, Run
from lossviz.runs.placer import Job
from lossviz.runs.studies import Task

ANN, BOB, CAT = "a" * 32, "b" * 32, "c" * 32


def recipe(seed: int = 0, **knobs: Any) -> Recipe:
    return Recipe(
        data="mnist5k", embedder="patch2", dim=2, loss="arcface", knobs=knobs, lr=0.01, weight_decay=1e-4,
        sampler="uniform", batch_size=128, epochs=1, seed=seed,
    )  # fmt: skip


class AtOnce(Executor):
    """Does the store's writing in the caller's thread."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*arguments, **named))
        return done


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class FakeExecutor:
    """Keeps a list of what the hub asked for, as (what, slot, key, …), and the checkpoints that runs began from."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.starts: list[bytes | None] = []

    def start(self) -> None:
        self.asked.append(("start",))

    def train(self, slot: str, run: Run, start: bytes | None) -> None:
        self.asked.append(("train", slot, run.key))
        self.starts.append(start)

    def wish(self, slot: str, run: Run, wish: str) -> None:
        self.asked.append(("wish", slot, run.key, wish))

    def restart(self, slot: str) -> None:
        self.asked.append(("restart", slot))

    def pack(self, slot: str, data: str, digest: str) -> None:
        self.asked.append(("pack", slot, data, digest))

    def look(self) -> None:
        self.asked.append(("look",))

    def fetch(self, data: str, attempt: int) -> None:
        self.asked.append(("fetch", data, attempt))

    def give_up(self, data: str, attempt: int) -> None:
        self.asked.append(("give_up", data, attempt))

    def place(self, job: Job) -> None:
        self.asked.append(("place", job))

    def study(self, task: Task) -> None:
        self.asked.append(("study", task))

    def drop(self, digest: str, attempt: int) -> None:
        self.asked.append(("drop", digest, attempt))

    def close(self) -> None:
        self.asked.append(("close",))

    def trained(self) -> list[str]:
        return [entry[2] for entry in self.asked if entry[0] == "train"]


def play(hub: Hub, run: Run, entries: list[bytes], sent: int | None = None) -> None:
    """What a worker would tell the hub, up to the last of these records; `sent` before, by default all the run has."""
    n = len(run.records) if sent is None else sent
    for entry in entries:
        hub.record(run.key, run.attempt, n, entry)
        n += entry[:4] not in (CHECKPOINT, GLANCE)


def until(true: Callable[[], Any], seconds: float = 20.0) -> float:
    """Waits until something is so; how long that took. Fails after `seconds`."""
    started = time.monotonic()
    while not true():
        assert time.monotonic() - started < seconds, "it did not happen in time"
        time.sleep(0.005)
    return time.monotonic() - started


def finished(hub: Hub, seed: int) -> Run:
    """A run that has come to its end."""
    run = hub.submit(recipe(seed), ANN)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, run.attempt, Outcome("finished"))
    return run
