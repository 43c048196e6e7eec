"""The desk follows links and the back button, and not the echo of an address that it has just replaced."""

from __future__ import annotations

from typing import Any

import pytest

from lossviz import catalog
from lossviz.ui import address
from lossviz.ui import desk as desks
from lossviz.ui.desk import Desk

RUN = "a" * 32


class Bar:
    """The address bar, as the desk reads and writes it."""

    def __init__(self) -> None:
        self.now: dict[str, str] = {"loss": "softmax", "run": RUN}

    def read(self) -> dict[str, str]:
        return self.now

    def write(self, recipe: Any, run: str | None, points: str | None = None) -> dict[str, str]:
        self.now = {**catalog.written(recipe), **({"run": run} if run else {})}
        return self.now


@pytest.fixture
def bar(monkeypatch: pytest.MonkeyPatch) -> Bar:
    made = Bar()
    monkeypatch.setattr(address, "settings_in_bar", made.read)
    monkeypatch.setattr(address, "write", made.write)
    return made


def turned(bar: Bar) -> tuple[Desk, dict[str, str]]:
    """A desk that has just put another run into the bar, and the address before."""
    desk = Desk(catalog.resolve())
    desk.follow_link()
    desk.write_link()
    before = bar.now
    desk.watching = "b" * 32
    desk.write_link()
    return desk, before


def test_a_late_rerun_with_the_address_before_changes_nothing(bar: Bar) -> None:
    desk, bar.now = turned(bar)
    desk.follow_link()
    assert desk.watching == "b" * 32


def test_the_back_button_is_followed(bar: Bar, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, bar.now = turned(bar)
    monkeypatch.setattr(desks, "ECHO_SECONDS", 0.0)
    desk.follow_link()
    assert desk.watching == RUN


def test_another_link_is_followed_at_once(bar: Bar) -> None:
    desk, _ = turned(bar)
    bar.now = {"loss": "circle"}
    desk.follow_link()
    assert (desk.recipe.loss, desk.watching) == ("circle", None)
