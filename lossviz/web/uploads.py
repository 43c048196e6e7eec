"""How many files one page may hold: uploads enter, those beyond the limit are refused before their first byte."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from lossviz import limits

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")
TOO_MANY = 429


class UploadGuard:
    """Middleware: `held(session)` says how many files Streamlit keeps for a page; those on their way count as well.

    Streamlit limits the size of each file and not their number, and keeps all until the page is closed.
    """

    def __init__(self, app: ASGIApp, held: Callable[[str], int]) -> None:
        self.app, self.held = app, held
        self.coming: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        session = found[1]
        if self.held(session) + self.coming[session] >= limits.UPLOADS_PER_PAGE:
            await PlainTextResponse("Too many files", TOO_MANY)(scope, receive, send)
            return
        self.coming[session] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.coming[session] -= 1
            if not self.coming[session]:
                del self.coming[session]
