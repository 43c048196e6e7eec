"""The reference of losses in a real browser: the map leads to the article, also where that lies far below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from app_page import eventually, opened
from playwright.sync_api import expect
from serving import Server

pytestmark = pytest.mark.browser

DESK = {"width": 1440, "height": 1000}
PHONE = {"width": 390, "height": 844}


def chosen_on_map(page: Any, name: str) -> None:
    """Clicks the name of a loss in the map."""
    word = page.locator(".st-key-losses_map_frame text", has_text=name).first
    word.scroll_into_view_if_needed()
    box = word.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture(scope="module")
def losses(browser: Any, app: Server) -> Iterator[Any]:
    """The page of all losses, opened once."""
    with opened(browser, app, "/losses") as page:
        yield page


@pytest.mark.parametrize(("size", "name", "scrolls"), [(DESK, "SphereFace", False), (PHONE, "CosFace", True)])
def test_the_map_leads_to_the_article(losses: Any, size: dict[str, int], name: str, scrolls: bool) -> None:
    losses.set_viewport_size(size)
    heading, article = losses.get_by_role("heading", name=name, exact=True), losses.locator(".st-key-reference")
    before = article.bounding_box()["y"]
    chosen_on_map(losses, name)
    expect(heading).to_have_count(1)
    if scrolls:
        eventually(lambda: 0 <= article.bounding_box()["y"] < 120)
        expect(heading).to_be_in_viewport()
    else:
        assert article.bounding_box()["y"] == pytest.approx(before, abs=40)
