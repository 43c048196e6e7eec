"""A run that is going on: every frame arrives in order, whatever the socket does, and its end is told once."""

import pytest
from harness.opening import ask, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def in_order(page) -> bool:
    return ask(page, "s.steps.every((step, i) => i === 0 || step > s.steps[i - 1])")


def test_a_lost_connection_is_taken_up_where_it_broke(open_page, stage_server):
    page = open_page(stage_server, "/?live=cosine-2?hz=40%26drop=12&lang=en&width=640")
    wait(page, "s.state === 'lost'")
    page.locator(".bar .state.shown").wait_for()
    had = ask(page, "s.frames")
    wait(page, "s.state === 'ended'")
    assert had == 11
    assert ask(page, "s.frames") == 40
    assert in_order(page)
    expect(page.locator(".bar .state.shown")).to_have_count(0)


def test_the_old_picture_stays_until_the_new_run_has_a_frame_and_takes_over_its_canvas(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=cosine-0&width=640&train=cosine-8?hz=40%26wait=1")
    wait(page, "s.state === 'recorded' && !s.playing")
    recorded = ask(page, "s.key")
    page.locator("canvas.gl").evaluate("canvas => { canvas.mark = 'the same'; }")
    page.get_by_role("button", name="Train").click()
    wait(page, "s.state === 'queued'")
    assert ask(page, "s.key") == recorded
    assert ask(page, "s.frames") == 40
    page.wait_for_function("key => window.__stage.key !== key", arg=recorded)
    wait(page, "s.state === 'ended'")
    assert page.locator("canvas.gl").evaluate("canvas => canvas.mark") == "the same"
    assert page.evaluate("window.__contexts") == 1
    assert ask(page, "s.firstMoveAt") > 0


def test_scrubbing_back_leaves_the_newest_frame_and_play_returns_to_it_and_no_frame_is_missed(open_page, stage_server):
    page = open_page(stage_server, "/?live=cosine-3?hz=8&width=640")
    wait(page, "s.frames > 8")
    expect(page.get_by_role("button", name="Pause the picture, not the training")).to_be_visible()
    page.get_by_label("Timeline").press("Home")
    wait(page, "s.shown === 0 && !s.playing")
    before = ask(page, "s.frames")
    wait(page, f"s.frames > {before + 2}")
    assert ask(page, "s.shown") == 0
    page.get_by_role("button", name="Play").click()
    wait(page, "s.state === 'ended' && s.shown === s.frames - 1 && !s.playing")
    assert ask(page, "s.frames") == 40
    assert in_order(page)
    page.get_by_text("state='finished'").wait_for()
