"""Points as the signs of their classes: only where a reader can tell them apart."""

import pytest
from harness.opening import ask, wait

pytestmark = pytest.mark.browser


@pytest.fixture
def page(resting, stage_server):
    found = resting(stage_server, "/?tapes=islands-0&width=1024")
    found.get_by_role("button", name="Layers").click()
    found.get_by_label("Labels (400").check()
    found.keyboard.press("Escape")
    return found


def test_a_thousand_points_stay_points_until_few_enough_are_in_sight(page):
    assert ask(page, "s.signs") is None
    box = page.locator(".plane").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -900)
    wait(page, "s.signs > 0")
    assert ask(page, "s.signs") <= 400


def test_one_class_alone_has_all_its_signs(page):
    page.get_by_role("button", name="4: show or hide").click(modifiers=["Shift"])
    wait(page, "s.signs === 100")


def test_signs_go_when_they_are_not_wanted_any_more(page):
    page.get_by_role("button", name="4: show or hide").click(modifiers=["Shift"])
    wait(page, "s.signs > 0")
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("Labels (400").uncheck()
    wait(page, "s.signs === null")
