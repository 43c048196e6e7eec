"""A run that changed its loss under way: each frame is drawn as the loss by which it came about is drawn."""

import pytest
from harness.opening import ask, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(resting, stage_server):
    """At the end of a run that was ArcFace's until its frame 19 and softmax's from then on."""
    return resting(stage_server, "/?tapes=fork-0&width=1024")


def test_the_view_goes_from_one_loss_to_the_other(page):
    wait(page, "s.view === 'plane'")
    page.get_by_label("Timeline").press("Home")
    wait(page, "s.view === 'circle'")
    page.get_by_label("Timeline").press("End")
    wait(page, "s.view === 'plane'")


def test_the_margin_is_there_up_to_the_switch(page):
    page.get_by_label("Timeline").fill("19")
    wait(page, "s.shown === 19 && s.margin === 0.3")
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_label("Margin", exact=True)).to_be_visible()
    page.get_by_label("Timeline").fill("20")
    wait(page, "s.shown === 20 && s.margin === 0")
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_label("Decision regions")).to_be_visible()
    expect(page.get_by_label("Margin", exact=True)).to_be_hidden()


def test_a_view_that_the_reader_chose_stays_within_a_loss(page):
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("Unit circle").check()
    wait(page, "s.view === 'circle'")
    page.get_by_label("Timeline").fill("25")
    wait(page, "s.shown === 25")
    assert ask(page, "s.view") == "circle"
