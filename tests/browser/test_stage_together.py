"""Compared runs on the stage: one clock, axes of their own or shared, and the table and curves under them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from harness.opening import Open, ask, resize, wait
from playwright.sync_api import expect
from serving import Server, start_server

pytestmark = pytest.mark.browser
RESTED = "s.state === 'recorded' && !s.playing && s.shown === s.frames - 1 && s.panels.every((p) => p.frames === 40)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("together")
    started = start_server(folder, "tests/browser/harness/app.py", HARNESS_PAGE="together.py")
    yield started
    started.stop()


@pytest.fixture
def page(resting: Open, server: Server) -> Any:
    opened = resting(server, "/")
    wait(opened, RESTED)
    return opened


def cells(page: Any, column: str) -> list[str]:
    """What the rows say in a column."""
    found: list[str] = page.locator(f".numbers td[data-column={column}] span").all_inner_texts()
    return found


def test_the_table_has_a_row_a_panel_and_follows_the_scrubber_without_a_request(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".numbers tbody th")).to_have_text(["linear-0", "islands-0", "cosine-0"])
    assert cells(page, "knn") == ["95.0%"] * 3
    page.get_by_label("Timeline").press("Home")
    wait(page, "s.shown === 0")
    assert cells(page, "knn") == ["30.0%"] * 3
    assert asked == []


def test_numbers_from_the_points_come_once_the_picture_rests(page: Any) -> None:
    for column in ("recall_5", "map", "fisher"):
        expect(page.locator(f".numbers td[data-column={column}] span").first).not_to_have_text("–")
    assert cells(page, "apart")[1] == "–", "a loss without class vectors has no angle between them"
    expect(page.locator(".numbers td[data-column=overlap] span").nth(1)).not_to_have_text("–")
    assert cells(page, "overlap")[0] == "–"


def test_a_column_is_explained_on_focus_and_on_hover(page: Any) -> None:
    head = page.get_by_role("button", name="MAP@R")
    head.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("R being how many others its class has")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()
    page.get_by_role("button", name="Fisher score").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Lower is better")


def test_a_hovered_digit_is_ringed_in_every_panel(page: Any) -> None:
    assert ask(page, "s.ringed") == 0
    plane = page.locator(".plane").nth(1)
    badge = plane.locator(".badge").first.bounding_box()
    middle = [badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2]
    page.mouse.move(middle[0] + 17, middle[1] + 3)  # beside the badge of a class that lies all around it
    wait(page, "s.ringed === 3")


def axes_of_the_planes(page: Any) -> list[str]:
    """How far the axes reach of the first two panels, by their captions."""
    for panel in (0, 1):
        expect(page.locator(".caption").nth(panel)).to_contain_text("Axes ±")
    return [words.splitlines()[0] for words in page.locator(".caption").all_inner_texts()[:2]]


def test_axes_are_each_panels_own(page: Any) -> None:
    linear, islands = axes_of_the_planes(page)
    assert linear != islands


def test_axes_may_be_the_same_for_all(open_page: Open, server: Server) -> None:
    page = open_page(server, "/?tapes=linear-0,islands-0&axes=shared")
    wait(page, RESTED)
    linear, islands = axes_of_the_planes(page)
    assert linear == islands


LIVE = quote("linear-1?hz=20,islands-1?hz=1", safe="")
AHEAD = "s.panels[1].frames > 0 && s.panels[1].state === 'live' && s.panels[0].frames > s.panels[1].frames + 2"


def test_a_slow_run_holds_the_picture_back(open_page: Open, server: Server) -> None:
    page = open_page(server, f"/?live={LIVE}&clock=slowest")
    wait(page, AHEAD)
    shown, slow = ask(page, "[s.shown, s.panels[1].frames]")
    assert shown < slow


def test_a_run_let_free_shows_its_newest_frame(open_page: Open, server: Server) -> None:
    page = open_page(server, f"/?live={LIVE}&clock=free")
    wait(page, AHEAD + " && s.shown >= s.panels[1].frames")


def test_the_curve_of_another_reading_is_drawn_for_every_panel(page: Any) -> None:
    expect(page.locator(".curves polyline")).to_have_count(3)
    before = page.locator(".curves polyline").first.get_attribute("points")
    page.get_by_label("Curve of", exact=True).select_option("loss")
    assert page.locator(".curves polyline").first.get_attribute("points") != before
    dashes = {line.get_attribute("stroke-dasharray") for line in page.locator(".curves polyline").all()}
    assert len(dashes) == 3


def test_the_table_scrolls_inside_its_frame(page: Any) -> None:
    for width in (390, 1440):
        resize(page, width)
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width, width


def test_a_phone_has_a_scrubber_as_long_as_the_panels_are_wide(page: Any) -> None:
    resize(page, 390)
    assert page.get_by_label("Timeline").bounding_box()["width"] > 300
