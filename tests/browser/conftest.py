"""The harness, served once for all files, and a function that runs one of the stage's modules on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from harness.opening import HOME, kept_pages, knob_server, open_page, pad_server, resting, stage_server  # noqa: F401


@pytest.fixture(scope="session")
def bare(browser, stage_server) -> Iterator[Any]:  # type: ignore[no-untyped-def]  # noqa: F811
    """An empty page from where the stage's modules are."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{stage_server.url}/bare")
    yield page
    context.close()


@pytest.fixture(scope="session")
def run(bare: Any) -> Callable[..., Any]:
    """`run("records.js", "m.crc32(…)")`: an expression over a module `m` of the stage."""

    def evaluated(module: str, expression: str, **given: Any) -> Any:
        script = f"async (given) => {{ const m = await import('{HOME}{module}'); return {expression}; }}"
        return bare.evaluate(script, given)

    return evaluated
