"""The life of the web process: start-up enters, a quiet shutdown leaves."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.concurrency import run_in_threadpool

from lossviz.runs import Hub

COLLECT_SECONDS = 60.0
WARM_SECONDS = 3.0
GRACE_SECONDS = 2.5


def lifespan(hub: Hub) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """Start and end around the serving: workers, garbage, signals.

    Workers start after WARM_SECONDS, if no page has asked for them by then: the first page comes first.
    """

    @contextlib.asynccontextmanager
    async def life(_: Any) -> AsyncIterator[None]:
        gc.collect()
        gc.freeze()
        chores = [asyncio.create_task(warm(hub)), asyncio.create_task(collect())]
        try:
            with ended_by_signals(hub.close):
                yield
        finally:
            for chore in chores:
                chore.cancel()
            hub.close()

    return life


async def warm(hub: Hub) -> None:
    """Starts the workers a little later."""
    await asyncio.sleep(WARM_SECONDS)
    hub.start()


async def collect() -> None:
    """Collects garbage once a minute, since Streamlit is told not to do it after every run of a script."""
    while True:
        await asyncio.sleep(COLLECT_SECONDS)
        await run_in_threadpool(gc.collect)


@contextlib.contextmanager
def ended_by_signals(close: Callable[[], None]) -> Iterator[None]:
    """On SIGTERM or SIGINT closes at once, then lets the server end; what hangs after GRACE_SECONDS is cut off."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def ended(number: int, frame: Any) -> None:
        close()
        cut = threading.Timer(GRACE_SECONDS, os._exit, (128 + number,))
        cut.daemon = True
        cut.start()
        served = before[signal.Signals(number)]
        if callable(served):
            served(number, frame)

    for number in before:
        signal.signal(number, ended)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
