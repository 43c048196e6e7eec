"""Fixtures: the harness served once, and pages of it opened in Chromium with their faults collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from chromium import COUNT_CONTEXTS
from serving import Server, start_server
from watching import watch

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
    """`open_page(server, "/?…", width=1440, script="…", **context)`; fails at the end if a page had a fault."""
    contexts, seen = [], []

    def opened(server: Server, path: str, width: int = 1440, script: str = "", **settings: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **settings)
        contexts.append(context)
        context.add_init_script(COUNT_CONTEXTS + script)
        page = context.new_page()
        seen.append(watch(page))
        page.goto(server.url + path, wait_until="domcontentloaded")
        page.wait_for_function("window.__stage && window.__stage.frames > 0", timeout=30_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for watched in seen for fault in watched.faults] == []


def wait(page: Any, condition: str) -> None:
    """Waits until an expression over the stage's hook, called `s`, is true."""
    page.wait_for_function(f"() => {{ const s = window.__stage; return {condition}; }}", timeout=30_000)


def ask(page: Any, expression: str) -> Any:
    """What an expression over the stage's hook, called `s`, says."""
    return page.evaluate(f"() => {{ const s = window.__stage; return {expression}; }}")
