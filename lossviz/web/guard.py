"""How much one socket may say: messages enter as they come, and leave no faster than allowed. None is dropped."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lossviz import limits

POLICY_VIOLATION, TRY_LATER = 1008, 1013


@dataclass(frozen=True)
class Rate:
    """Messages a second in the long run, and how many at once after a pause."""

    second: float
    burst: int


STREAMLIT = Rate(limits.STREAMLIT_RATE, limits.STREAMLIT_BURST)
STAGE = Rate(limits.STAGE_RATE, limits.STAGE_BURST)


class Bucket:
    """A token bucket: `delay` takes one token and says how many seconds to wait for it."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self._clock = rate, clock
        self._tokens, self._then = float(rate.burst), clock()

    def delay(self) -> float:
        """Seconds until the message may pass; 0 while the burst lasts."""
        now = self._clock()
        self._tokens = min(self.rate.burst, self._tokens + (now - self._then) * self.rate.second) - 1
        self._then = now
        return max(0.0, -self._tokens / self.rate.second)


class SocketGuard:
    """Middleware: counts the sockets of each address and in all, and slows down those that say too much.

    Each message to Streamlit's socket costs a run of the page's script; ours carries acknowledgements only.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        ours = "/lv/" in scope["path"]
        address = f"{'stage' if ours else 'page'} {(scope.get('client') or ('unknown',))[0]}"
        if self.open[address] >= limits.SOCKETS_PER_ADDRESS or self._kind(ours) >= limits.SOCKETS:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.open[address] += 1
        try:
            await self.app(scope, slowed(receive, Bucket(STAGE if ours else STREAMLIT)), send)
        finally:
            self.open[address] -= 1
            self.open += Counter()  # forgets addresses without sockets

    def _kind(self, ours: bool) -> int:
        kind = "stage" if ours else "page"
        return sum(n for address, n in self.open.items() if address.startswith(kind))


def slowed(receive: Receive, bucket: Bucket) -> Receive:
    """The same messages, no faster than the bucket allows."""

    async def receive_slowly() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            await asyncio.sleep(bucket.delay())
        return message

    return receive_slowly
