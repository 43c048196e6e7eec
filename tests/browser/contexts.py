"""Settings enter, a blank page in a browser context of those settings leaves; pages stay, with what they compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chromium import COUNT_CONTEXTS

BLANK = "about:blank"
KEPT = "local_storage,session_storage,indexeddb,cache_storage,service_workers"

IDLE: list[tuple[dict[str, Any], Any]] = []
"""Blank pages with the settings of their contexts. Opening the app on one of these takes a third less than on a new
page, whose process compiles Streamlit's scripts once more. The browser closes them."""


@contextmanager
def new_page(browser: Any, url: str, width: int, height: int, script: str = "", **settings: Any) -> Iterator[Any]:
    """A blank page for the server at `url`, whose visitor nobody has seen before. `script` runs before its own scripts.

    Motion is reduced unless asked for: a tape rests on its last frame at once, for which software takes seconds.
    """
    motion = settings.pop("reduced_motion", "reduce")
    page = _idle(browser, {**settings, "script": script})
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion=motion, color_scheme=settings.get("color_scheme", "light"))
    page.mouse.move(0, 0)
    try:
        yield page
    except BaseException:
        page.context.close()
        raise
    _forget(page, url)
    IDLE.append(({**settings, "script": script}, page))


def _idle(browser: Any, settings: dict[str, Any]) -> Any:
    """A page with these settings that nobody looks at, or a new one."""
    for n, (known, page) in enumerate(IDLE):
        if known == settings and page.context.browser is browser:
            return IDLE.pop(n)[1]
    page = browser.new_context(**{name: value for name, value in settings.items() if name != "script"}).new_page()
    page.add_init_script(COUNT_CONTEXTS + settings["script"])
    return page


def _forget(page: Any, url: str) -> None:
    """Leaves the app and closes other tabs; the next visitor finds neither cookies nor anything else but the cache."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.goto(BLANK)
    talk = page.context.new_cdp_session(page)
    talk.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": KEPT})
    talk.detach()
    page.context.clear_cookies()
