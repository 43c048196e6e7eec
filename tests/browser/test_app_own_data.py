"""Own files in the running app: embeddings are drawn at once, images are trained on, and no name is more than text."""

from __future__ import annotations

from typing import Any

import pytest
from app_page import address, click, eventually, opened, stage
from serving import Server

from lossviz.own import example
from lossviz.ui.escape import JOINER

pytestmark = pytest.mark.browser

BEACON = "![b](http://evil.example/n.png)<img src=x onerror=alert(1)>"


def bring(page: Any, *files: tuple[str, bytes]) -> None:
    """Chooses files in the uploader."""
    page.get_by_text("Your own data").click()
    chosen = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files]
    page.locator("input[type=file]").set_input_files(chosen)


def test_embeddings_are_drawn_without_a_run_and_names_are_only_text(browser: Any, app: Server) -> None:
    names = f'id,name\na,"{BEACON}"\nb,<b>two</b>\n'.encode()
    with opened(browser, app, "/train?loss=softmax") as page:
        bring(page, (f"{BEACON}.csv".replace("/", ""), example.points()), ("names.csv", names))
        eventually(lambda: stage(page)["frames"] == 1)
        eventually(lambda: "points=own-" in address(page))
        assert page.locator(".bar .play").is_hidden()
        assert page.locator("[data-reading=loss]").is_hidden()
        assert BEACON in page.locator(".st-key-pic").inner_text().replace(JOINER, "")
        assert page.locator("img[src='x']").count() == 0
        assert page.get_by_text("two", exact=True).count() == 0
        click(page, "Back to training")
        eventually(lambda: stage(page)["frames"] > 1)
        assert page.locator(".bar .play").is_visible()


def test_images_become_a_run_that_a_reload_finds_again(browser: Any, app: Server) -> None:
    with opened(browser, app, "/train?loss=softmax") as page:
        bring(page, ("shapes.npz", example.images()))
        eventually(lambda: "data=own-" in address(page))
        click(page, "Train with seed")
        eventually(lambda: page.get_by_text("Finished, seed").count() > 0, 90)
        page.reload()
        eventually(lambda: stage(page).get("frames", 0) > 10)
        page.get_by_role("heading", name="Softmax on shapes.npz").wait_for()
        assert "0 circle · 1 cross · 2 square" in page.locator(".st-key-pic").inner_text()
