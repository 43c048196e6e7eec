"""The page in which the app comes: Streamlit's HTML enters, the same leaves with the app's root written into it.

On a deep link such as /train the browser does not know where the app's root is. Streamlit's script asks
/train/_stcore/health first, gets an answer of 404, writes an error to the console and tries / half a second later.
Told the root beforehand it asks there at once. Every page lies one step below the root.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FIRST_SCRIPT = b"<script"
ROOT = b'<script>window.__streamlit = { BACKEND_BASE_URL: new URL("./", document.baseURI).href }</script>\n    '
STALE = ("etag", "last-modified", "content-encoding")


def rooted(page: bytes) -> bytes:
    """The page, with the root told before its first script."""
    return page.replace(FIRST_SCRIPT, ROOT + FIRST_SCRIPT, 1)


class RootedPage:
    """Middleware: wherever Streamlit would send its page, the rooted one is sent."""

    def __init__(self, app: ASGIApp, page: bytes) -> None:
        self.app, self.page = app, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        replaced = False

        async def send_rooted(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                replaced = message["status"] == 200 and self._relabel(message)
            elif replaced:
                message = {**message, "body": b"" if message.get("more_body") else self.page}
            await send(message)

        await self.app(scope, receive, send_rooted)

    def _relabel(self, start: Message) -> bool:
        headers = MutableHeaders(scope=start)
        if not headers.get("content-type", "").startswith("text/html"):
            return False
        for name in STALE:
            del headers[name]
        headers["content-length"] = str(len(self.page))
        return True
