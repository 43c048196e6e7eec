"""Who a visitor is: cookies enter, a 128-bit token leaves; the first page hands out the cookie."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "lossviz_visitor"
TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)
NOBODY = "0" * 32
YEAR = 365 * 24 * 3600


def of(cookies: Mapping[str, str]) -> str:
    """The visitor's token; all whose browser keeps no cookie share one, so that dropping it wins nothing."""
    token = cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else NOBODY


class VisitorCookie:
    """Middleware: a page that is asked for without the cookie brings a fresh one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not asks_for_page(scope) or of(cookies_of(scope)) != NOBODY:
            await self.app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = fresh(secure=scope["scheme"] == "https")
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def fresh(*, secure: bool) -> str:
    """The header that hands out a new token."""
    parts = [f"{COOKIE}={secrets.token_hex(16)}", "Path=/", f"Max-Age={YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def asks_for_page(scope: Scope) -> bool:
    """Whether the browser goes to a page, and not for one of its files."""
    return "text/html" in Headers(scope=scope).get("accept", "")


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies of a request or a socket."""
    return cookie_parser("; ".join(Headers(scope=scope).getlist("cookie")))
