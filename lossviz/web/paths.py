"""Where Streamlit looks for itself: a path below a page enters, the path at the root leaves."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

PROBE = re.compile(r"/[\w-]+(/_stcore/(?:health|host-config))", re.ASCII)


class RootProbe:
    """Middleware: on a deep link the browser first asks `<page>/_stcore/health`; it is answered as at the root.

    Without this each deep link costs two answers of 404 and an error in the browser's console.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (found := PROBE.fullmatch(scope["path"])):
            scope = {**scope, "path": found[1], "raw_path": found[1].encode()}
        await self.app(scope, receive, send)
