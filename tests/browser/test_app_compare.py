"""The compare page as a person uses it: it opens with recordings, obeys one clock, and can be taken away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_page import address, eventually, opened, stage
from playwright.sync_api import expect
from serving import Server
from watching import watch

pytestmark = pytest.mark.browser


def rested(page: Any, panels: int) -> None:
    """Waits until all recordings are there and have played."""

    def still() -> bool:
        now = stage(page)
        whole = [panel["frames"] > 50 for panel in now.get("panels", [])]
        return len(whole) == panels and all(whole) and not now["playing"] and now["shown"] == now["frames"] - 1

    eventually(still, patience=90)


def test_four_recordings_open_on_one_canvas_above_a_table(browser: Any, app: Server) -> None:
    with opened(browser, app, "/compare") as page:
        rested(page, 4)
        assert stage(page)["canvases"] == 1
        expect(page.locator(".numbers tbody tr")).to_have_count(4)
        expect(page.locator(".numbers td[data-column=map] span").first).not_to_have_text("–")


def test_another_loss_changes_its_panel_and_the_address_and_nothing_else(browser: Any, app: Server) -> None:
    with opened(browser, app, "/compare?a=softmax&b=center") as page:
        rested(page, 2)
        first, second = (panel["key"] for panel in stage(page)["panels"])
        box = page.locator(".st-key-side_loss_1 input")
        box.click()
        box.fill("SphereFace")
        page.keyboard.press("Enter")
        eventually(lambda: stage(page)["panels"][1]["key"] != second)
        assert stage(page)["panels"][0]["key"] == first
        eventually(lambda: "b=sphereface" in address(page))
        assert stage(page)["canvases"] == 1


def test_a_comparison_taken_away_plays_from_disk_without_a_network(browser: Any, app: Server, tmp_path: Path) -> None:
    kept = tmp_path / "comparison.html"
    with opened(browser, app, "/compare?a=softmax&b=arcface", accept_downloads=True) as page:
        rested(page, 2)
        page.get_by_role("button", name="Copy link").first.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Stand-alone page (HTML)").first.click()
        download.value.save_as(kept)
    context = browser.new_context(offline=True)
    page = context.new_page()
    seen = watch(page, host="")
    page.goto(kept.as_uri())
    rested(page, 2)
    assert stage(page)["firstMoveAt"] is not None
    assert seen.faults == []
    context.close()
