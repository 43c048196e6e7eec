"""The middleware in its order, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware

from lossviz.web.guard import SocketGuard
from lossviz.web.headers import SecurityHeaders, policy
from lossviz.web.page import RootedPage, rooted
from lossviz.web.visitor import VisitorCookie


def middleware(page: bytes) -> list[Middleware]:
    """Headers, sockets, visitors and the page itself; `page` is Streamlit's HTML."""
    told = rooted(page)
    return [
        Middleware(SecurityHeaders, policy=policy(told)),
        Middleware(SocketGuard),
        Middleware(VisitorCookie),
        Middleware(RootedPage, page=told),
    ]
