"""The workers of this machine: runs and wishes enter, slots and records are told to the hub."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

from lossviz import catalog
from lossviz.params import Integer
from lossviz.runs import porter, worker
from lossviz.runs.downloads import broken_off
from lossviz.runs.executor import Listener
from lossviz.runs.run import Outcome, Run
from lossviz.runs.worker import DATASETS, ENGINE, TOPIC, Wish

ROOT = Path(__file__).resolve().parents[2]
TICK = 0.25
AGAIN = 2.0
PATIENCE = 5.0
RESTART = 30.0
LOOK = 30.0

log = logging.getLogger("lossviz")

WORKERS = Integer(
    name="LOSSVIZ_WORKERS", label="Workers", noun="workers", low=1, high=64, default=max(1, min(4, os.cpu_count() or 1))
)


def workers_wanted(environment: Mapping[str, str] = os.environ) -> int:
    """How many workers LOSSVIZ_WORKERS asks for: by default one a core, at most 4. Raises Refusal."""
    written = environment.get(WORKERS.name)
    return WORKERS.parse(written, WORKERS.name) if written else WORKERS.default


def started_host(workers: int) -> subprocess.Popen[bytes]:
    """The process that holds the workers, in a session of its own: Ctrl-C in a terminal is not for it."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "lossviz.runs.host", str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": path},
    )


async def first_line(process: subprocess.Popen[bytes]) -> str:
    """What a process prints first; empty if it ends without. No thread waits for it, so none holds up our own end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
    return (await reader.readline()).decode().strip()


class Cluster:
    """Worker processes behind a Dask scheduler, both held by `lossviz.runs.host`; one thread here talks to them.

    If the host ends, its runs have failed and a new one is started. `source` names the function that workers run,
    `datasets` the module that fetches data sets there.
    """

    def __init__(
        self, hub: Listener, workers: int | None = None, source: str = ENGINE, datasets: str = DATASETS
    ) -> None:
        self._hub = hub
        self._workers = workers_wanted() if workers is None else workers
        self._source = source
        self._datasets = datasets
        self._loop = asyncio.new_event_loop()
        self._addresses: set[str] = set()
        self._host: subprocess.Popen[bytes] | None = None
        self._client: Any = None
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()), daemon=True)

    # what the hub asks; every call returns at once

    def start(self) -> None:
        """Starts the host and its workers in the background."""
        self._thread.start()

    def train(self, slot: str, run: Run, start: bytes | None) -> None:
        """Runs a recipe there, from a checkpoint if there is one; its end is told to the hub, however it comes."""
        self._do(self._train(slot, run.recipe.to_json(), run.key, run.attempt, start))

    def wish(self, slot: str, run: Run, wish: Wish) -> None:
        """Tells that run to go on, pause, step or stop."""
        self._do(self._client_run(slot, worker.turn, run.key, run.attempt, wish))

    def restart(self, slot: str) -> None:
        """Kills the worker; its nanny brings another."""
        self._do(self._restart(slot))

    def pack(self, slot: str, data: str, digest: str) -> None:
        """Has the data set's pack made there, beside whatever runs."""
        self._do(self._pack(slot, data, digest))

    def look(self) -> None:
        """Asks every worker which data sets it finds."""
        self._do(self._look())

    def fetch(self, data: str, attempt: int) -> None:
        """Has a data set fetched, beside whatever runs."""
        self._do(self._fetch(data, attempt))

    def give_up(self, data: str, attempt: int) -> None:
        """Ends that download."""
        self._do(self._give_up(data, attempt))

    def close(self) -> None:
        """Lets go of the host, which kills every worker and itself."""
        self._closing = True
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        if self._host is not None and self._host.stdin is not None:
            self._host.stdin.close()

    # in the cluster's own thread

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._loop.call_soon_threadsafe(self._begin, work)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        self._begin(self._tick())
        while not self._closing:
            try:
                await self._session()
            except Exception:
                log.exception("The workers cannot be reached")
            self._addresses = set()
            self._hub.lost()
            await asyncio.sleep(0 if self._closing else AGAIN)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._hub.tick()

    async def _session(self) -> None:
        """One life of the host."""
        self._host = host = started_host(self._workers)
        if address := await first_line(host):
            from distributed import Client

            self._client = Client(address, asynchronous=True, set_as_default=False)  # type: ignore[no-untyped-call]
            async with self._client:
                await self._listen()
                while host.poll() is None:
                    await asyncio.sleep(TICK)

    async def _listen(self) -> None:
        self._client.subscribe_topic(TOPIC, lambda event: self._hub.record(*event[1]))
        self._client.subscribe_topic(porter.TOPIC, lambda event: self._hub.downloads.progress(*event[1]))
        self._client.subscribe_topic("all", lambda event: self._changed(event[1]))
        known = await self._client.scheduler.identity(n_workers=-1)
        for address in known["workers"]:
            self._changed({"action": "add-worker", "worker": address})

    def _changed(self, event: Mapping[str, Any]) -> None:
        if event["action"] == "add-worker" and event["worker"] not in self._addresses:
            self._begin(self._warm(event["worker"]))
            self._tell({*self._addresses, event["worker"]})
        if event["action"] == "remove-worker":
            self._tell(self._addresses - {event["worker"]})

    def _tell(self, addresses: set[str]) -> None:
        self._addresses = addresses
        self._hub.slots(addresses)

    async def _submit(self, slot: str, function: Any, *arguments: Any) -> Any:
        return await self._client.submit(function, *arguments, workers=[slot], retries=0, pure=False)

    async def _train(self, slot: str, plain: Mapping[str, Any], key: str, attempt: int, start: bytes | None) -> None:
        try:
            outcome = await self._submit(slot, worker.train, self._source, plain, key, attempt, start)
        except Exception:
            if self._client.status != "running":
                return  # the scheduler is gone, and every worker with it: `_serve` tells so
            outcome = Outcome("failed", "state.process_died")
        self._hub.ended(key, attempt, outcome)

    async def _warm(self, slot: str) -> None:
        plain = catalog.resolve(epochs=1).to_json()
        with contextlib.suppress(Exception):
            await self._submit(slot, worker.warm, self._source, plain)

    async def _client_run(self, slot: str, function: Any, *arguments: Any) -> Any:
        with contextlib.suppress(Exception):
            answers = await asyncio.wait_for(self._client.run(function, *arguments, workers=[slot]), PATIENCE)
            return answers[slot]

    async def _restart(self, slot: str) -> None:
        with contextlib.suppress(Exception):
            await self._client.restart_workers([slot], timeout=RESTART, raise_for_error=False)

    async def _pack(self, slot: str, data: str, digest: str) -> None:
        self._hub.packed(digest, await self._client_run(slot, worker.pack, data))

    async def _look(self) -> None:
        with contextlib.suppress(Exception):
            answers = await asyncio.wait_for(self._client.run(porter.here, self._datasets), LOOK)
            if answers:
                self._hub.downloads.found(set.intersection(*map(set, answers.values())))

    async def _fetch(self, data: str, attempt: int) -> None:
        """Every worker brings the set, one after the other: those that share a disk find it there."""
        error = broken_off(data)
        try:
            for slot in sorted(self._addresses):
                error = (await self._client.run(porter.fetch, self._datasets, data, attempt, workers=[slot]))[slot]
                if error is not None:
                    break
        except Exception:
            log.warning("A download broke off: %s", data, exc_info=True)
            error = broken_off(data)
        self._hub.downloads.ended(data, attempt, error)

    async def _give_up(self, data: str, attempt: int) -> None:
        with contextlib.suppress(Exception):
            await self._client.run(porter.give_up, data, attempt)
