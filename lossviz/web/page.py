"""The page in which the app comes: Streamlit's HTML enters, the same leaves with the app's root written into it.

On a deep link such as /train the browser does not know where the app's root is. Streamlit's script asks
/train/_stcore/health first, gets an answer of 404, writes an error to the console and tries / half a second later.
Told the root beforehand it asks there at once. Every page lies one step below the root.

A page may have more said in its head: which scripts it will want.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FIRST_SCRIPT = b"<script"
ROOT = b'<script>window.__streamlit = { BACKEND_BASE_URL: new URL("./", document.baseURI).href }</script>\n    '
STALE = ("etag", "last-modified", "content-encoding")


def rooted(page: bytes) -> bytes:
    """The page, with the root told before its first script."""
    return page.replace(FIRST_SCRIPT, ROOT + FIRST_SCRIPT, 1)


class RootedPage:
    """Middleware: wherever Streamlit would send its page, the rooted one is sent.

    `heads`: what the head says besides, by the last part of the page's address.
    """

    def __init__(self, app: ASGIApp, page: bytes, heads: Mapping[str, bytes]) -> None:
        self.app, self.page = app, page
        self.pages = {name: page.replace(FIRST_SCRIPT, head + FIRST_SCRIPT, 1) for name, head in heads.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        replaced, page = False, self.pages.get(scope["path"].rsplit("/", 1)[-1], self.page)

        async def send_rooted(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                replaced = message["status"] == 200 and relabelled(message, len(page))
            elif replaced:
                message = {**message, "body": b"" if message.get("more_body") else page}
            await send(message)

        await self.app(scope, receive, send_rooted)


def relabelled(start: Message, length: int) -> bool:
    """Gives the answer the headers of a page of this length, if it is one; whether it is."""
    headers = MutableHeaders(scope=start)
    if not headers.get("content-type", "").startswith("text/html"):
        return False
    for name in STALE:
        del headers[name]
    headers["content-length"] = str(length)
    return True
