"""A run's socket: a key and a frame number enter, every record from there on leaves, in order, none skipped.

The reader acknowledges each record with "a", and may say "step" or "go": training makes one step and is held there, or
goes on. Where others follow too, nothing happens, and the answer is "shared".
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from lossviz import limits
from lossviz.recipe import KEY
from lossviz.runs import Hub, Run
from lossviz.web import visitor
from lossviz.web.guard import Bucket, Rate
from lossviz.web.trust import Trust

NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
UNANSWERED = 8
ACKNOWLEDGED, STEP, GO, SHARED = "a", "step", "go", "shared"
DONE, POLICY_VIOLATION, TOO_LARGE = 1000, 1008, 1009


def live(hub: Hub, trust: Trust) -> Callable[[WebSocket], Awaitable[None]]:
    """The endpoint of `lv/run/<key>?from=n`. At most eight records are under way without an acknowledgement."""

    async def endpoint(socket: WebSocket) -> None:
        seat = None
        start, who = wanted(socket), visitor.of(socket.cookies)
        if start is not None and trust.allows(socket.headers.get("origin"), socket.headers.get("host")):
            seat = await run_in_threadpool(hub.attach, socket.path_params["key"], who)
        if start is None or seat is None:
            await socket.close(POLICY_VIOLATION)
            return
        try:
            await socket.accept()
            await converse(socket, seat.run, start, partial(steered, hub, seat.run.key, who))
        finally:
            hub.detach(seat)

    return endpoint


def wanted(socket: WebSocket) -> int | None:
    """The frame to begin with; None when key or number are not what they should be."""
    written = socket.query_params.get("from", "0")
    if not KEY.fullmatch(socket.path_params["key"]) or not NUMBER.fullmatch(written):
        return None
    return int(written)


def steered(hub: Hub, key: str, who: str, wish: str) -> bool:
    """Does what a reader wishes of training; False where others follow, so that it is not for one to decide."""
    return (hub.step if wish == STEP else hub.resume)(key, who) or hub.watchers(key) < 2


async def converse(socket: WebSocket, run: Run, start: int, steer: Callable[[str], bool]) -> None:
    """Sends until the run has ended or the reader is gone, and then closes."""
    room = asyncio.Semaphore(UNANSWERED)
    sending = asyncio.create_task(send_all(socket, run, start, room))
    listening = asyncio.create_task(listen(socket, room, steer))
    done, rest = await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    code = done.pop().result()
    if code is not None:
        await socket.close(code)


async def send_all(socket: WebSocket, run: Run, start: int, room: asyncio.Semaphore) -> int | None:
    """Sends every record as there is room; the code to close with, None if the reader is gone."""
    try:
        async for entry in run.follow(start):
            await room.acquire()
            await socket.send_bytes(entry)
    except WebSocketDisconnect:
        return None
    return DONE


async def listen(socket: WebSocket, room: asyncio.Semaphore, steer: Callable[[str], bool]) -> int | None:
    """Takes acknowledgements and wishes; the code to close with for anything else, None if the reader is gone."""
    wishes = Bucket(Rate(limits.WISH_RATE, limits.WISH_BURST))
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        said = message.get("text")
        if len(said or message.get("bytes") or b"") > limits.STAGE_MESSAGE:
            return TOO_LARGE
        if said == ACKNOWLEDGED:
            room.release()
        elif said in (STEP, GO):
            await asyncio.sleep(wishes.delay())
            if not await run_in_threadpool(steer, said):
                await socket.send_text(SHARED)
        else:
            return POLICY_VIOLATION
