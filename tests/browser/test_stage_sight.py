"""Words and badges keep out of the way: a hint lies under a narrow picture, badges go where nothing of them is seen."""

import pytest
from harness.opening import wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RESTED = "s.state === 'recorded' && !s.playing"


def box(page, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.bounding_box()
    return found


@pytest.mark.parametrize("tapes", ["sphere-0", "sphere-0,sphere-1"])
def test_on_a_phone_the_hint_lies_under_the_picture_and_its_place_stays(open_page, stage_server, tapes):
    page = open_page(stage_server, f"/?tapes={tapes}", width=390, has_touch=True)
    wait(page, RESTED)
    caption = page.locator(".caption").first
    expect(caption).to_contain_text("Drag to turn")
    plane, height = box(page, ".plane"), box(page, ".planes")["height"]
    assert box(page, ".caption")["y"] >= plane["y"] + plane["height"]
    page.get_by_role("group", name="digits").focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(caption).not_to_contain_text("Drag to turn")
    assert box(page, ".planes")["height"] == height


@pytest.fixture(params=["cosine", "space", "sphere"])
def near(request, resting, stage_server):
    """A picture magnified about the badge of class 4, so that most classes are outside."""
    page = resting(stage_server, f"/?tapes={request.param}-0&width=1024")
    badge = page.get_by_role("button", name="4: show or hide")
    expect(page.locator(".badge.away")).to_have_count(0)
    middle = badge.bounding_box()
    page.mouse.move(middle["x"] + 16, middle["y"] + 16)
    page.mouse.wheel(0, -900)
    wait(page, "s.zoom > 4")
    return page


def test_badges_of_classes_out_of_sight_go_and_come_back(near):
    four = near.get_by_role("button", name="4: show or hide")
    expect(near.locator(".badge.away")).not_to_have_count(0)
    expect(four).not_to_have_class("badge away")
    near.get_by_role("group", name="digits").focus()
    near.keyboard.press("r")
    expect(near.locator(".badge.away")).to_have_count(0)


def test_the_keyboard_reaches_a_class_out_of_sight(near):
    near.get_by_role("button", name="8: show or hide").evaluate("button => { button.tabIndex = 0; button.focus(); }")
    near.keyboard.press("ArrowRight")
    near.keyboard.press("Enter")
    wait(near, "String(s.hidden) === '9'")
    plane, nine = box(near, ".plane"), near.get_by_role("button", name="9: show or hide").bounding_box()
    assert plane["x"] <= nine["x"] + 16 <= plane["x"] + plane["width"]
