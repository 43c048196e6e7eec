"""What every answer says to the browser: a response enters, the same with security headers leaves."""

from __future__ import annotations

import base64
import hashlib
import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def policy(page: bytes) -> str:
    """The content security policy: scripts from here only, and those that stand in `page` itself by their hash."""
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(s).digest()).decode()}'" for s in INLINE.findall(page)]
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self'", *hashes]),
        "style-src": "'self' 'unsafe-inline'",  # Streamlit's styles are made in the browser
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self' data: blob:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'self'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


class SecurityHeaders:
    """Middleware: policy, no sniffing, no referrer to other sites."""

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self.app = app
        self.headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_with_headers)
