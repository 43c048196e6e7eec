"""What all tests share: a folder of their own for runs, and for browser tests an app and a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from chromium import FLAGS, MISSING, chromium
from serving import Server, start_server

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is there: xdist's workers share the cores


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright leaves an event loop running, in which asyncio.run refuses to work.

    Each has a second try, for a machine that was busy elsewhere just then; the summary counts them as rerun.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True, scope="session")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = dict(os.environ)
    os.environ["LOSSVIZ_HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ.pop("LOSSVIZ_DATA", None)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all browser tests."""
    server = start_server(tmp_path_factory.mktemp("app"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser():  # type: ignore[no-untyped-def]
    """Headless Chromium, started once."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    path = chromium()
    if not path:
        pytest.fail(MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()
