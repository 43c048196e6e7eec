"""The app as a person uses it, in a real browser."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from app_page import address, click, eventually, opened, stage, stopped
from harness.opening import resize
from playwright.sync_api import expect
from serving import Server, start_server

from lossviz.ui.escape import JOINER

pytestmark = pytest.mark.browser
SEEDS = itertools.count(100)


def fresh(**settings: str) -> str:
    """A link to a run that nobody has trained yet."""
    pairs = {"loss": "arcface", "epochs": "6", "seed": str(next(SEEDS)), **settings}
    return "/train?" + "&".join(f"{name}={value}" for name, value in pairs.items())


def trained(page: Any) -> str:
    """Presses Train and waits until the picture moves; the run's key."""
    before = stage(page)["key"]
    click(page, "Train with seed")
    eventually(lambda: stage(page)["key"] != before and stage(page)["frames"] > 1)
    key: str = stage(page)["key"]
    return key


def ended(page: Any) -> None:
    eventually(lambda: page.get_by_text("Finished, seed").count() > 0)


def test_a_deep_link_is_the_first_visit_to_a_fresh_server(browser: Any, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    try:
        with opened(browser, server, "/train") as page:
            expect(page.get_by_role("heading", name="ArcFace on MNIST 5k")).to_have_count(1)
            expect(page.get_by_role("link", name="Lessons")).to_have_count(1)
    finally:
        server.stop()


@pytest.fixture(scope="module")
def start(browser: Any, app: Server) -> Iterator[Any]:
    """The start page, opened once."""
    with opened(browser, app, reduced_motion="no-preference") as page:
        yield page


def test_the_start_page_plays_four_runs_on_one_canvas(start: Any) -> None:
    eventually(lambda: len(stage(start)["panels"]) == 4 and all(p["frames"] > 50 for p in stage(start)["panels"]))
    assert stage(start)["canvases"] == 1


def scrolls_sideways(page: Any, width: int) -> bool:
    wide = "e => e.scrollWidth > e.clientWidth + 1"
    resize(page, width)
    page.wait_for_timeout(300)
    found: bool = page.evaluate(
        f"[document.documentElement, document.querySelector('[data-testid=stMain]')].some({wide})"
    )
    return found


WIDTHS = (390, 1920, 1440)


def test_the_start_page_does_not_scroll_sideways(start: Any) -> None:
    assert [width for width in WIDTHS if scrolls_sideways(start, width)] == []


def test_back_returns_to_the_page_before(start: Any) -> None:
    start.get_by_role("link", name="Train", exact=True).click()
    eventually(lambda: start.get_by_role("heading", name="ArcFace on MNIST 5k").count() == 1)
    start.go_back()
    eventually(lambda: start.get_by_role("heading", name="See what a loss does").count() == 1)


def test_training_shows_every_frame_in_order_on_the_same_canvas(browser: Any, app: Server) -> None:
    with opened(browser, app, fresh(data="digits8", epochs="2")) as page:
        trained(page)
        ended(page)
        steps = stage(page)["steps"]
        assert steps[0] == 0
        assert steps == sorted(set(steps))
        assert stage(page)["canvases"] == 1


def test_a_reload_finds_its_run_again_and_others_join_it_and_keep_it_when_it_is_stopped(
    browser: Any, app: Server
) -> None:
    with opened(browser, app, fresh(epochs="100")) as page:
        key = trained(page)
        page.reload()
        eventually(lambda: stage(page).get("key") == key and stage(page)["state"] == "live")
        tab = page.context.new_page()
        tab.goto(address(page))
        eventually(lambda: stage(tab).get("key") == key and stage(tab)["frames"] > 1)
        tab.close()
        with opened(browser, app, address(page).removeprefix(app.url)) as other:
            eventually(lambda: stage(other).get("key") == key and stage(other)["frames"] > 1)
            click(page, "Stop")
            eventually(lambda: page.get_by_text("Others keep watching this run").count() > 0)
            eventually(lambda: stage(page)["key"] != key)
            held = stage(other)["frames"]
            eventually(lambda: stage(other)["frames"] > held)
            stopped(other)


def test_a_run_is_paused_stepped_stopped_and_begun_again_and_controls_answer_meanwhile(
    browser: Any, app: Server
) -> None:
    with opened(browser, app, fresh(epochs="100")) as page:
        key = trained(page)
        pause_holds_training_and_a_step_brings_one_frame(page)
        stopped(page)
        assert stage(page)["frames"] > 1, "its picture stays"
        click(page, "Start again")
        eventually(lambda: stage(page)["state"] == "live" and stage(page)["frames"] > 1)
        assert stage(page)["key"] == key
        a_control_answers_while_a_run_trains(page)
        stopped(page)


def pause_holds_training_and_a_step_brings_one_frame(page: Any) -> None:
    click(page, "Pause training")
    eventually(lambda: page.get_by_text("Training paused at step").count() > 0)
    page.wait_for_timeout(500)
    held = stage(page)["frames"]
    click(page, "Step")
    eventually(lambda: stage(page)["frames"] == held + 1)


def a_control_answers_while_a_run_trains(page: Any) -> None:
    slider = page.get_by_role("slider", name=re.compile("Margin"))
    slider.focus()
    slider.press("ArrowRight")
    eventually(lambda: "m=0.31" in address(page), patience=20)
    assert stage(page)["state"] == "live"


def test_who_waits_sees_a_recording_also_after_a_reload(browser: Any, app: Server) -> None:
    with opened(browser, app, fresh(epochs="100")) as page, opened(browser, app, fresh(loss="softmax")) as other:
        trained(page)
        click(other, "Train with seed")
        eventually(lambda: other.get_by_text("Waiting").count() > 0)
        other.reload()
        eventually(lambda: stage(other).get("frames", 0) > 50)
        assert stage(other)["state"] == "queued"
        click(other, "Leave the queue")
        eventually(lambda: other.get_by_text("Stopped at step 0").count() > 0)
        assert stage(other)["frames"] > 50
        stopped(page)


def test_data_that_is_not_here_is_offered_for_download_beside_the_built_in_digits(browser: Any, app: Server) -> None:
    with opened(browser, app, fresh(data="mnist")) as page:
        expect(page.get_by_role("button", name="Download MNIST (12 MB)")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Train with seed"))).to_have_count(0)
        eventually(lambda: stage(page)["frames"] > 50)
        click(page, "Use MNIST 5k")
        eventually(lambda: "data=" not in address(page))


def test_the_language_switch_changes_words_and_link(browser: Any, app: Server) -> None:
    with opened(browser, app, "/train") as page:
        page.locator(".st-key-language_switch").get_by_role("combobox").click()
        page.get_by_role("option", name="繁體中文").click()
        eventually(lambda: "lang=zh-Hant" in address(page))
        eventually(lambda: page.get_by_text("錄製，隨機種子 0").count() > 0)
        eventually(lambda: stage(page)["frames"] > 0)
        eventually(lambda: page.evaluate("document.documentElement.lang") == "zh-Hant")


@pytest.fixture(scope="module")
def notified(browser: Any, app: Server) -> Iterator[Any]:
    """The training page with a notice on it, opened once."""
    with opened(browser, app, "/train?m=0.8") as page:
        eventually(lambda: page.locator('[data-testid="stAlertContainer"]').count() > 0)
        yield page


def test_the_training_page_does_not_scroll_sideways(notified: Any) -> None:
    assert [width for width in WIDTHS if scrolls_sideways(notified, width)] == []


def test_the_hooks_of_our_style_sheet_exist(notified: Any) -> None:
    for hook in ("stTopNav", "stTopNavLink", "stToolbar", "stLayoutWrapper", "stMain"):
        expect(notified.locator(f'[data-testid="{hook}"]').first).to_be_attached()


HOSTILE = [
    "<img src=x onerror=window.__pwn=1>",
    "![](http://evil.example/p.png)",
    "[x](http://evil.example)",
    "$\\href{x}{y}$",
]


def test_text_in_a_link_stays_text(notified: Any, app: Server) -> None:
    values = [f"{name}={quote(text)}" for name, text in zip(("m", "s", "lr", "epochs"), HOSTILE, strict=True)]
    names = [f"{quote(text)}=1" for text in HOSTILE]
    notified.goto(f"{app.url}/train?{'&'.join([*values, *names])}&lang={quote(' '.join(HOSTILE))}")
    alerts = notified.locator('[data-testid="stAlertContainer"]')
    eventually(lambda: all(text in "".join(alerts.all_text_contents()).replace(JOINER, "") for text in HOSTILE))
    assert notified.evaluate("window.__pwn") is None
    assert alerts.locator(":is(a, img, b)").count() == 0
