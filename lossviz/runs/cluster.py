"""Workers behind a Dask scheduler: runs and wishes enter, slots and records are told to the hub."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Coroutine, Mapping
from concurrent.futures import CancelledError
from typing import Any

from lossviz import catalog, limits
from lossviz.runs import placer, porter, scholar, studies, worker
from lossviz.runs.downloads import broken_off
from lossviz.runs.executor import Listener
from lossviz.runs.run import Outcome, Run
from lossviz.runs.scheduler import Own, Scheduler, scheduler
from lossviz.runs.worker import DATASETS, ENGINE, TOPIC, Wish

TICK = 0.25
BEAT = 2.0
AGAIN = 2.0
PATIENCE = 5.0
FAREWELL = 1.0
RESTART = 30.0
LOOK = 30.0
PATIENT = 60.0
LARGE = "distributed.admin.large-graph-warning-threshold"
"""From how many bytes on Dask warns of a task; ours may bring a checkpoint along."""

log = logging.getLogger("lossviz")


class Cluster:
    """Worker processes behind a Dask scheduler; one thread here talks to them.

    `at` is that scheduler, or how many workers one of this machine shall have; by default as the environment says.
    When it is lost the hub is told, and another connection is tried until there is one. `source` names the function
    that workers run, `datasets` the module that fetches data sets there. Raises Refusal.
    """

    def __init__(
        self, hub: Listener, at: Scheduler | int | None = None, source: str = ENGINE, datasets: str = DATASETS
    ) -> None:
        self._hub = hub
        self._scheduler: Scheduler = Own(at) if isinstance(at, int) else at or scheduler()
        self._source = source
        self._datasets = datasets
        self._loop = asyncio.new_event_loop()
        self._addresses: set[str] = set()
        self._client: Any = None
        self._training: dict[str, Any] = {}
        self._closing = False
        self._heard = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()), daemon=True)

    # what the hub asks; every call returns at once

    def start(self) -> None:
        """Starts or finds the workers in the background."""
        self._thread.start()

    def train(self, slot: str, run: Run, start: bytes | None) -> None:
        """Runs a recipe there, from a checkpoint if there is one; its end is told to the hub, however it comes."""
        self._do(self._train(slot, run.recipe.to_json(), run.key, run.attempt, start, run.held))

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

    def place(self, job: placer.Job) -> None:
        """Has a drawn digit embedded, beside whatever runs."""
        self._do(self._place(job))

    def study(self, task: studies.Task) -> None:
        """Has a question answered, beside whatever runs."""
        self._do(self._study(task))

    def drop(self, digest: str, attempt: int) -> None:
        """Ends that work."""
        self._do(self._drop(digest, attempt))

    def close(self) -> None:
        """Ends the workers of this machine; those of a foreign scheduler are told to stop their runs."""
        if self._closing:
            return
        self._closing = True
        if self._addresses and self._scheduler.trouble is not None:
            leaving = asyncio.run_coroutine_threadsafe(self._clear(), self._loop)
            with contextlib.suppress(Exception):
                leaving.result(FAREWELL)
        self._scheduler.close()

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
            except OSError as fault:
                log.warning("The scheduler cannot be reached: %s", fault)
            except Exception:
                log.exception("The workers cannot be reached")
            self._lost()
            await asyncio.sleep(0 if self._closing else AGAIN)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._hub.tick()

    async def _session(self) -> None:
        """One connection, until it is lost."""
        address = await self._scheduler.address()
        if not address:
            return
        import dask
        from distributed import Client

        dask.config.set({LARGE: limits.LARGEST_CHECKPOINT})
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what is lost is told by `_lost`
        self._client = client = Client(  # type: ignore[no-untyped-call]
            address, asynchronous=True, set_as_default=False, timeout=PATIENCE, security=self._scheduler.security()
        )
        try:
            await client
            link = client.scheduler_comm
            await self._listen()
            self._hub.troubled(None)
            while client.scheduler_comm is link and not self._over() and await self._answers():
                await asyncio.sleep(TICK)
        finally:
            self._lost()
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.close(), PATIENCE)  # type: ignore[no-untyped-call]

    def _over(self) -> bool:
        return self._scheduler.ended() or (self._closing and self._scheduler.trouble is not None)

    async def _answers(self) -> bool:
        """Whether a foreign scheduler answers, asked every BEAT: a lost network tells nobody that it is lost."""
        if self._scheduler.trouble is None or time.monotonic() - self._heard < BEAT:
            return True
        try:
            await asyncio.wait_for(self._client.scheduler.identity(n_workers=0), PATIENCE)
        except (TimeoutError, OSError):
            return False
        self._heard = time.monotonic()
        return True

    def _lost(self) -> None:
        self._addresses, self._training = set(), {}
        self._hub.lost()
        if not self._closing:
            self._hub.troubled(self._scheduler.trouble)

    async def _listen(self) -> None:
        self._client.subscribe_topic(TOPIC, lambda event: self._hub.record(*event[1]))
        self._client.subscribe_topic(porter.TOPIC, lambda event: self._hub.downloads.progress(*event[1]))
        self._client.subscribe_topic(scholar.TOPIC, lambda event: self._hub.studies.progress(*event[1]))
        self._client.subscribe_topic("all", lambda event: self._changed(event[1]))
        known = await self._client.scheduler.identity(n_workers=-1)
        if known["workers"] and self._scheduler.trouble is not None:
            await self._clear()
        for address in known["workers"]:
            self._changed({"action": "add-worker", "worker": address})

    async def _clear(self) -> None:
        """Ends what workers still do for a connection that was lost; one web process uses a scheduler at a time."""
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._client.run(worker.clear), PATIENCE)

    def _changed(self, event: Mapping[str, Any]) -> None:
        if event["action"] == "add-worker" and event["worker"] not in self._addresses:
            self._begin(self._warm(event["worker"]))
            self._tell({*self._addresses, event["worker"]})
        if event["action"] == "remove-worker":
            self._tell(self._addresses - {event["worker"]})
            if (given := self._training.pop(event["worker"], None)) is not None:
                self._begin(given.cancel(force=True))  # a foreign scheduler would begin it again by itself

    def _tell(self, addresses: set[str]) -> None:
        self._addresses = addresses
        self._hub.slots(addresses)

    async def _submit(self, slot: str, function: Any, *arguments: Any) -> Any:
        return await self._client.submit(function, *arguments, workers=[slot], retries=0, pure=False)

    async def _train(
        self, slot: str, plain: Mapping[str, Any], key: str, attempt: int, start: bytes | None, held: bool
    ) -> None:
        client = self._client
        arguments = (self._source, plain, key, attempt, start, held)
        given = client.submit(worker.train, *arguments, workers=[slot], retries=0, pure=False)
        self._training[slot] = given
        try:
            outcome = await given
        except CancelledError:
            return  # its worker is gone, or the scheduler: the hub knows
        except Exception as fault:
            if client is not self._client or client.status != "running":
                return
            outcome = died(fault)
        self._hub.ended(key, attempt, outcome)

    async def _warm(self, slot: str) -> None:
        plain = catalog.resolve(epochs=1).to_json()
        with contextlib.suppress(Exception):
            await self._submit(slot, worker.warm, self._source, plain)
            self._hub.equipped(slot, await self._submit(slot, worker.devices, self._source))

    async def _client_run(self, slot: str, function: Any, *arguments: Any, patience: float = PATIENCE) -> Any:
        with contextlib.suppress(Exception):
            answers = await asyncio.wait_for(self._client.run(function, *arguments, workers=[slot]), patience)
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

    async def _place(self, job: placer.Job) -> None:
        slot = self._idle()
        found = await self._client_run(slot, placer.place, placer.ENGINE, job, patience=LOOK) if slot else None
        self._hub.drawings.placed(job, found)

    def _idle(self) -> str | None:
        """A worker that does not train, if there is one, else any."""
        busy = {slot for slot, given in self._training.items() if not given.done()}
        return next(iter(sorted(self._addresses - busy or self._addresses)), None)

    async def _study(self, task: studies.Task) -> None:
        """On a worker that does not train, if there is one; waits for the first worker of all."""
        until, reply = time.monotonic() + PATIENT, (None, studies.BROKEN_OFF)
        while (slot := self._idle()) is None and time.monotonic() < until and not self._closing:
            await asyncio.sleep(TICK)
        if slot is not None:
            with contextlib.suppress(Exception):
                reply = (await self._client.run(scholar.study, scholar.ENGINE, task, workers=[slot]))[slot]
        self._hub.studies.ended(task.digest, task.attempt, *reply)

    async def _drop(self, digest: str, attempt: int) -> None:
        with contextlib.suppress(Exception):
            await self._client.run(scholar.drop, digest, attempt)


def died(fault: Exception) -> Outcome:
    """How a run ended that its worker did not end: the process died, or could not even begin."""
    from distributed import KilledWorker

    if isinstance(fault, KilledWorker):
        return Outcome("failed", "state.process_died")
    id = secrets.token_hex(4)
    log.error("A worker could not train, id %s", id, exc_info=fault)
    return Outcome("failed", "runs.unfit", {"id": id})
