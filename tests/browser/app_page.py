"""How a browser test looks at a page of the app: the stage's own account of itself, and patience."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from contexts import new_page
from serving import Server
from watching import watch

PATIENCE = 45.0


def eventually(true: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What the question answers as soon as it answers yes; fails when patience is over."""
    deadline = time.monotonic() + patience
    while not (answer := true()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
    return answer


def stage(page: Any) -> dict[str, Any]:
    """What the stage says about itself; empty before it is there."""
    found: dict[str, Any] = page.evaluate("() => window.__stage ? JSON.parse(JSON.stringify(window.__stage)) : {}")
    return found


@contextmanager
def opened(browser: Any, app: Server, path: str = "/", **context: Any) -> Iterator[Any]:
    """A page of the app in a browser of its own, with a picture on it; fails for console errors and strange hosts."""
    with new_page(browser, app.url, 1440, 1000, **context) as page:
        seen = watch(page)
        page.goto(app.url + path)
        eventually(lambda: stage(page).get("frames", 0) > 0)
        yield page
    assert seen.faults == []


def address(page: Any) -> str:
    """The address bar as it is now."""
    now: str = page.evaluate("location.href")
    return now


def click(page: Any, name: str) -> None:
    """Presses a button of the page by its words."""
    page.get_by_role("button", name=name).first.click()


def stopped(page: Any) -> None:
    """Presses Stop and waits for the end: a page that closes before leaves its run to the next test."""
    click(page, "Stop")
    eventually(lambda: page.get_by_text("Stopped at step").count() > 0)
