"""For tests of pages with runs: a hub with one worker that is only a list."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "runs"))

from fakes import FakeExecutor

from lossviz import runs
from lossviz.runs import Hub
from lossviz.ui import compare_saved, desk, training
from lossviz.web.visitor import NOBODY

VISITOR = "5e" * 16


@pytest.fixture(autouse=True)
def visitor(monkeypatch: pytest.MonkeyPatch) -> str:
    """Who looks at a page that lists what the visitor has saved: Streamlit's own test has no cookies."""
    monkeypatch.setattr(compare_saved, "who", lambda: VISITOR)
    return VISITOR


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """The page's hub, with one worker that is only a list."""
    monkeypatch.setenv("LOSSVIZ_HOME", str(tmp_path))
    made = Hub(runs.Store(), lambda _: FakeExecutor())
    made.slots({"w1"})
    monkeypatch.setattr(runs, "_the_hub", lambda: made)
    for room in (desk, training):
        monkeypatch.setattr(room, "who", lambda: NOBODY)
    yield made
    made.close()
