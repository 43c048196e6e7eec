"""The middleware in its order, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware

from lossviz.web.guard import SocketGuard
from lossviz.web.headers import SecurityHeaders, policy
from lossviz.web.paths import RootProbe
from lossviz.web.visitor import VisitorCookie


def middleware(page: bytes) -> list[Middleware]:
    """Headers, sockets, paths, visitors; `page` is the HTML in which the app comes."""
    return [
        Middleware(SecurityHeaders, policy=policy(page)),
        Middleware(SocketGuard),
        Middleware(RootProbe),
        Middleware(VisitorCookie),
    ]
