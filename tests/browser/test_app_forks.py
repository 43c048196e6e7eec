"""Settings that change while a run is under way."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from app_page import click, eventually, opened, stage, stopped
from serving import Server

pytestmark = pytest.mark.browser
SEEDS = itertools.count(950)


def test_a_run_goes_on_with_another_margin_and_keeps_its_frames(browser: Any, app: Server) -> None:
    with opened(browser, app, f"/train?loss=arcface&epochs=200&seed={next(SEEDS)}") as page:
        click(page, "Train with seed")
        eventually(lambda: stage(page)["state"] == "live" and stage(page)["frames"] > 5, 90)
        parent, frames = stage(page)["key"], stage(page)["frames"]
        slider = page.get_by_role("slider", name=re.compile("Margin"))
        slider.focus()
        slider.press("ArrowRight")
        click(page, "Go on with these settings")
        eventually(lambda: stage(page)["key"] != parent and stage(page)["state"] == "live", 90)
        eventually(lambda: stage(page)["frames"] > frames, 90)
        assert stage(page)["steps"] == sorted(set(stage(page)["steps"]))
        eventually(lambda: page.get_by_text("Forked at step").count() > 0)
        if stage(page)["state"] == "live":  # on a slow machine it may have come to its end by now
            stopped(page)
