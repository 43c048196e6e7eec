"""Settings enter, a new page in a browser context of those settings leaves; contexts stay, and what they fetched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MADE: list[tuple[dict[str, Any], Any]] = []
"""Contexts with their settings. The browser closes them."""


@contextmanager
def new_page(browser: Any, url: str, width: int, height: int, **settings: Any) -> Iterator[Any]:
    """A blank page for the server at `url`, whose visitor nobody has seen before.

    Motion is reduced unless asked for: a tape rests on its last frame at once, for which software takes seconds.
    """
    motion = settings.pop("reduced_motion", "reduce")
    context = _idle(browser, settings)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion=motion)
    try:
        yield page
    finally:
        _forget(context, page, url)


def _idle(browser: Any, settings: dict[str, Any]) -> Any:
    """A context with these settings that has no page."""
    for known, context in MADE:
        if known == settings and context.browser is browser and not context.pages:
            return context
    MADE.append((settings, browser.new_context(**settings)))
    return MADE[-1][1]


def _forget(context: Any, page: Any, url: str) -> None:
    """Closes the context's pages; the next visitor finds neither cookies nor anything else but the cache."""
    kinds = "local_storage,session_storage,indexeddb,cache_storage,service_workers"
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": kinds})
    for one in context.pages:
        one.close()
    context.clear_cookies()
