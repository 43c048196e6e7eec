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
from lossviz.ui import desk, training
from lossviz.web.visitor import NOBODY


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
