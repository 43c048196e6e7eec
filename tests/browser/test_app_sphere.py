"""The app in three dimensions: a button leads to the recorded sphere, and a live run keeps the reader's camera."""

from __future__ import annotations

from typing import Any

import pytest
from app_page import address, click, eventually, opened, stage
from serving import Server

pytestmark = pytest.mark.browser


def test_three_dimensions_open_the_recorded_sphere_and_train_under_the_same_camera(browser: Any, app: Server) -> None:
    with opened(browser, app, "/train?loss=arcface&epochs=2&seed=741") as page:
        page.get_by_test_id("stButtonGroup").get_by_text("3", exact=True).click()
        eventually(lambda: stage(page)["view"] == "sphere")
        eventually(lambda: "dim=3" in address(page))
        recorded = stage(page)["key"]
        page.get_by_role("group", name="digits").focus()
        page.keyboard.press("Shift+ArrowRight")
        turn = stage(page)["turn"]
        click(page, "Train with seed")
        eventually(lambda: stage(page)["key"] != recorded and stage(page)["state"] == "ended")
        assert stage(page)["view"] == "sphere"
        assert stage(page)["turn"] == turn
        assert stage(page)["canvases"] == 1
