"""The middleware in its order, outermost first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from starlette.middleware import Middleware

from lossviz.web.guard import SocketGuard
from lossviz.web.headers import SecurityHeaders, policy
from lossviz.web.page import RootedPage, rooted
from lossviz.web.uploads import UploadGuard
from lossviz.web.visitor import VisitorCookie

NO_HEADS: Mapping[str, bytes] = MappingProxyType({})


def middleware(
    page: bytes, held: Callable[[str], int] = lambda session: 0, heads: Mapping[str, bytes] = NO_HEADS
) -> list[Middleware]:
    """Headers, sockets, uploads, visitors and the page itself.

    `page` is Streamlit's HTML, `held` how many uploaded files it keeps for a session; `heads`: see `RootedPage`.
    """
    told = rooted(page)
    return [
        Middleware(SecurityHeaders, policy=policy(told)),
        Middleware(SocketGuard),
        Middleware(UploadGuard, held=held),
        Middleware(VisitorCookie),
        Middleware(RootedPage, page=told, heads=heads),
    ]
