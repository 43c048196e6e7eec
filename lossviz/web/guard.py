"""How much one socket may say: messages enter as they come, and leave no faster than allowed. None is dropped."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnected

from lossviz import limits

TRY_LATER = 1013


@dataclass(frozen=True)
class Rate:
    """Messages a second in the long run, and how many at once after a pause."""

    second: float
    burst: int


RATES = {
    "page": Rate(limits.STREAMLIT_RATE, limits.STREAMLIT_BURST),
    "stage": Rate(limits.STAGE_RATE, limits.STAGE_BURST),
}


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

    Each message to Streamlit's socket costs a run of the page's script; ours carries acknowledgements and a few wishes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[tuple[str, str]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        kind = "stage" if "/lv/" in scope["path"] else "page"
        place = kind, scope["client"][0] if scope.get("client") else "unknown"
        if self._full(place):
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.open[place] += 1
        try:
            await self.app(scope, slowed(receive, Bucket(RATES[kind])), send)
        except WebSocketDisconnected:
            pass  # the reader left while its messages were held back, so the app learns it only when it answers
        finally:
            self.open[place] -= 1
            if not self.open[place]:
                del self.open[place]

    def _full(self, place: tuple[str, str]) -> bool:
        of_kind = sum(n for (kind, _), n in self.open.items() if kind == place[0])
        return self.open[place] >= limits.SOCKETS_PER_ADDRESS or of_kind >= limits.SOCKETS


def slowed(receive: Receive, bucket: Bucket) -> Receive:
    """The same messages, no faster than the bucket allows."""

    async def receive_slowly() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            await asyncio.sleep(bucket.delay())
        return message

    return receive_slowly
