"""The harness, served once for all files, and a function that runs one of the stage's modules on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from harness.opening import HOME, knob_server, open_page, pad_server, stage_server  # noqa: F401


@pytest.fixture(scope="module")
def run(browser, stage_server) -> Iterator[Callable[..., Any]]:  # type: ignore[no-untyped-def]  # noqa: F811
    """`run("records.js", "m.crc32(…)")`: an expression over a module `m` of the stage."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(stage_server.url, wait_until="domcontentloaded")
    page.get_by_role("button", name="Train").wait_for()

    def evaluated(module: str, expression: str, **given: Any) -> Any:
        script = f"async (given) => {{ const m = await import('{HOME}{module}'); return {expression}; }}"
        return page.evaluate(script, given)

    yield evaluated
    context.close()
