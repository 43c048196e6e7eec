"""When frames are developed: pieces of work enter, what they make leaves in the same order; training may go on.

A thread takes the pieces beside the training, and gives them on to a second process or a GPU (`lab`). That pays only
where a core is idle: beside a busy one it costs more than work done at once.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, Literal, TypeVar

import psutil
import torch

T = TypeVar("T")
Place = Literal["auto", "beside", "inline"]

ENOUGH = 0.6
"""Idle cores from which work beside the training pays; the work itself takes about a fifth of one."""

SPAN = 0.2
"""Seconds over which idle cores are counted: the system counts in hundredths."""

DEPTH = 4
"""Pieces that may wait; then the training waits for the oldest."""


class Cores:
    """How many cores of this machine were idle lately."""

    def __init__(self) -> None:
        self._at, self._since = time.perf_counter(), idle_seconds()
        self._idle = 0.0

    def idle(self) -> float:
        """Cores that did nothing over the last SPAN or more; 0 before anything is known."""
        now = time.perf_counter()
        if now - self._at >= SPAN:
            seconds = idle_seconds()
            self._idle = (seconds - self._since) / (now - self._at)
            self._at, self._since = now, seconds
        return self._idle


def idle_seconds() -> float:
    """What all cores of this machine have spent idle."""
    return float(psutil.cpu_times().idle)


def always() -> bool:
    """Nothing is to be waited for."""
    return True


class Darkroom(Generic[T]):
    """Does pieces of work one after another, in a thread of its own or at once; `room` is left with `close`.

    place: "auto" uses the thread while a core is idle and what the work needs is `ready`; on a GPU always, since the
    work waits for the device.
    """

    def __init__(self, device: torch.device, place: Place = "auto", ready: Callable[[], bool] = always) -> None:
        self._device = device
        self._ready = ready
        self._place: Place = "beside" if place == "auto" and device.type == "cuda" else place
        self._pool = ThreadPoolExecutor(1, "darkroom", initializer=torch.set_num_threads, initargs=(1,))
        self._stream = torch.cuda.Stream(device) if device.type == "cuda" else None  # type: ignore[no-untyped-call]
        self._waiting: deque[Future[T]] = deque()
        self._cores = Cores()
        self.seconds = 0.0
        """CPU seconds spent in the thread."""

    def beside(self) -> bool:
        """Whether the next piece shall be done beside the training, and so needs copies of all it looks at."""
        if self._place == "auto":
            return self._cores.idle() >= ENOUGH and self._ready()
        return self._place == "beside"

    def develop(self, work: Callable[[], T], *, beside: bool) -> None:
        """Takes a piece of work; what it makes, or raises, comes with `ready` or `drain`."""
        if beside:
            ready = torch.cuda.current_stream(self._device).record_event() if self._stream else None
            self._waiting.append(self._pool.submit(self._timed, work, ready))
            return
        for earlier in self._waiting:
            earlier.exception()  # waits
        done: Future[T] = Future()
        try:
            done.set_result(work())
        except Exception as fault:
            done.set_exception(fault)
        self._waiting.append(done)

    def ready(self) -> Iterator[T]:
        """What is done by now; waits when too much has piled up."""
        while self._waiting and (self._waiting[0].done() or len(self._waiting) > DEPTH):
            yield self._next()

    def drain(self) -> Iterator[T]:
        """Everything, waiting for it."""
        while self._waiting:
            yield self._next()

    def _next(self) -> T:
        try:
            return self._waiting.popleft().result()
        except Exception:
            self._waiting.clear()  # what comes after a failure says nothing new
            raise

    def __enter__(self) -> Darkroom[T]:
        return self

    def __exit__(self, *fault: Any) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _timed(self, work: Callable[[], T], ready: torch.cuda.Event | None) -> T:
        start = time.thread_time()
        try:
            if ready is None or self._stream is None:
                return work()
            with torch.cuda.stream(self._stream):
                self._stream.wait_event(ready)
                return work()
        finally:
            self.seconds += time.thread_time() - start
