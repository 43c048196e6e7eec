"""Fixtures: the harness served once, and pages of it opened in Chromium with their faults collected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from contexts import new_page
from playwright.sync_api import TimeoutError
from serving import Server, start_server
from watching import Watched, watch

HOME = "/_stcore/bidi-components/lossviz.stage/"
Open = Callable[..., Any]


@pytest.fixture(scope="session")
def stage_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page with one stage."""
    server = start_server(tmp_path_factory.mktemp("stage"), "tests/browser/harness/app.py")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def knob_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page with knobs beside a stage."""
    folder = tmp_path_factory.mktemp("knobs")
    server = start_server(folder, "tests/browser/harness/app.py", HARNESS_PAGE="turn.py")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def pad_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page with a pad beside a stage."""
    server = start_server(tmp_path_factory.mktemp("pad"), "tests/browser/harness/app.py", HARNESS_PAGE="draw.py")
    yield server
    server.stop()


@pytest.fixture
def open_page(browser) -> Iterator[Open]:  # type: ignore[no-untyped-def]
    """`open_page(server, "/?…", width=1440, script="…", **settings)`; fails at the end if a page had a fault."""
    with opening(browser) as opened:
        yield opened


@contextmanager
def opening(browser: Any) -> Iterator[Open]:
    """What `open_page` is, for a fixture that lives longer than a test."""
    seen: list[Watched] = []
    with ExitStack() as pages:

        def opened(server: Server, path: str, **settings: Any) -> Any:
            page, watched = _opened(pages, browser, server, path, **settings)
            seen.append(watched)
            return page

        yield opened
    _assert_faultless(seen)


def _opened(
    pages: ExitStack, browser: Any, server: Server, path: str, width: int = 1440, script: str = "", **settings: Any
) -> tuple[Any, Watched]:
    page = pages.enter_context(new_page(browser, server.url, width, 900, script, **settings))
    watched = watch(page)
    page.goto(server.url + path, wait_until="domcontentloaded")
    page.wait_for_function("window.__stage && window.__stage.frames > 0", timeout=30_000)
    return page, watched


def _assert_faultless(seen: Iterable[Watched]) -> None:
    faults = [fault for watched in seen for fault in watched.faults]
    assert not faults, faults


REST = "s.state === 'recorded' && !s.playing && s.shown === s.frames - 1"
TOLD = """(({key, frames, rate, view, zoom, turn, hidden, layers, margin, regions, chart, picked, star}) =>
  JSON.stringify([key, frames, rate, view, zoom, turn, hidden, layers, margin,
                  regions.by, regions.certainty, chart, picked, star]))(s)"""
"""What the stage tells of itself, as far as a test may change it."""


AT_HAND = 4
"""Pages that are kept for the next test."""


@dataclass
class Rested:
    """A page at rest, what its stage told first, its faults, and what closes it."""

    page: Any
    told: str
    watched: Watched
    own: ExitStack


@pytest.fixture(scope="session")
def kept_pages() -> Iterator[dict[str, Rested]]:
    """Pages at rest by address, those asked for last at the end."""
    kept: dict[str, Rested] = {}
    yield kept
    for one in kept.values():
        one.own.close()


@pytest.fixture
def resting(browser, kept_pages: dict[str, Rested]) -> Iterator[Open]:  # type: ignore[no-untyped-def]
    """`resting(server, "/?…")`: a recorded run on its last frame, on one page for all tests that ask for it.

    A page whose stage does not tell what it told first is closed, and there is a new one; so is one that was not
    asked for in a while. Fails at the end if a page had a fault.
    """
    used: list[Watched] = []

    def rested(server: Server, path: str, **settings: Any) -> Any:
        address = f"{server.url}{path} {settings}"
        found = kept_pages.pop(address, None)
        if found and not _let_go(found.page, found.told):
            found.own.close()
            found = None
        if not found and len(kept_pages) >= AT_HAND:
            kept_pages.pop(next(iter(kept_pages))).own.close()
        kept_pages[address] = found or _new_at_rest(browser, server, path, **settings)
        used.append(kept_pages[address].watched)
        return kept_pages[address].page

    yield rested
    _assert_faultless(used)


def _new_at_rest(browser: Any, server: Server, path: str, **settings: Any) -> Rested:
    own = ExitStack()
    page, watched = _opened(own, browser, server, path, **settings)
    wait(page, REST + " && s.draws > 0 && s.panels.every((p) => p.frames === s.frames)")
    return Rested(page, ask(page, TOLD), watched, own)


def _let_go(page: Any, told: str) -> bool:
    """Takes the hands off the picture and puts it back by its keys; whether the stage tells the same again."""
    page.mouse.move(5, 5)
    page.get_by_role("group", name="digits").focus()
    for key in ("Escape", "Escape", "End", "r"):
        page.keyboard.press(key)
    try:
        page.wait_for_function(f"(told) => {{ const s = window.__stage; return {REST} && {TOLD} === told; }}",
                               arg=told, timeout=2_000)  # fmt: skip
    except TimeoutError:
        return False
    return True


def wait(page: Any, condition: str) -> None:
    """Waits until an expression over the stage's hook, called `s`, is true."""
    page.wait_for_function(f"() => {{ const s = window.__stage; return {condition}; }}", timeout=30_000)


def resize(page: Any, width: int) -> None:
    """Gives the page that width, and time to be laid out anew."""
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_function(f"innerWidth === {width}")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def ask(page: Any, expression: str) -> Any:
    """What an expression over the stage's hook, called `s`, says."""
    return page.evaluate(f"() => {{ const s = window.__stage; return {expression}; }}")
