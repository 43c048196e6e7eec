"""A server that dies under a visitor who watches, and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from app_page import click, eventually, stage
from playwright.sync_api import expect
from serving import start_server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]
LONG = 90.0


@contextmanager
def page_of(browser: Any, address: str) -> Iterator[Any]:
    """A page that may complain: its sockets are cut."""
    own = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = own.new_page()
    page.goto(address)
    eventually(lambda: stage(page).get("frames", 0) > 0, LONG)
    yield page
    own.close()


def test_a_run_that_the_server_took_with_it_goes_on_from_its_checkpoint(browser: Any, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    try:
        with page_of(browser, f"{server.url}/train?loss=arcface&epochs=20&seed=900") as page:
            click(page, "Train with seed")
            eventually(lambda: stage(page)["state"] == "live" and stage(page)["frames"] > 11, LONG)
            server.process.kill()
            server.process.wait()
            server = start_server(tmp_path, port=urlsplit(server.url).port or 0)
            expect(page.get_by_text("Interrupted at step").first).to_be_visible(timeout=1000 * LONG)
            seen = stage(page)["frames"]
            click(page, "Resume from step")
            eventually(lambda: stage(page)["state"] == "live" and stage(page)["frames"] > seen, LONG)
            steps = stage(page)["steps"]
            assert steps[0] == 0
            assert steps == sorted(set(steps))
    finally:
        server.stop()
