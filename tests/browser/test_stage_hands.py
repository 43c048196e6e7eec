"""The reader's hands on the picture: hover, zoom, badges, layers and the view."""

import pytest
from harness.opening import ask, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(resting, stage_server):
    return resting(stage_server, "/?tapes=cosine-0&width=1024")


def middle(page) -> tuple[float, float]:
    box = page.locator(".plane").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_zooms_and_a_double_click_resets(page):
    x, y = middle(page)
    page.mouse.move(x + 60, y)
    page.mouse.wheel(0, -400)
    wait(page, "s.zoom > 1.5")
    page.mouse.dblclick(x + 60, y)
    wait(page, "s.zoom === 1")


def test_r_resets_the_zoom(page):
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, -400)
    wait(page, "s.zoom > 1.5")
    page.get_by_role("group", name="digits").focus()
    page.keyboard.press("r")
    wait(page, "s.zoom === 1")


def test_hovering_shows_the_digit_its_number_and_its_angles(page):
    badge = page.get_by_role("button", name="4: show or hide").bounding_box()
    cx, cy = middle(page)
    x, y = badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2
    card = page.locator(".card")
    for share in (0.88, 0.9, 0.92, 0.94):
        page.mouse.move(cx + (x - cx) * share, cy + (y - cy) * share)
        page.wait_for_timeout(100)
        if card.is_visible():
            break
    expect(card).to_be_visible()
    lines = card.inner_text().splitlines()
    assert lines[0].startswith("4 · no. 3")
    assert lines[1].startswith("own ")
    assert lines[1].endswith("°")
    assert lines[2].split(",")[0] in ("next 3", "next 5")
    page.mouse.move(5, 5)
    card.wait_for(state="hidden")


def test_a_badge_hides_its_class_and_shows_it_again(page):
    badge = page.get_by_role("button", name="4: show or hide")
    badge.click()
    wait(page, "String(s.hidden) === '4'")
    expect(badge).to_have_attribute("aria-pressed", "false")
    badge.click()
    wait(page, "s.hidden.length === 0")


def test_shift_shows_one_class_alone(page):
    badge = page.get_by_role("button", name="4: show or hide")
    badge.click(modifiers=["Shift"])
    wait(page, "String(s.hidden) === '0,1,2,3,5,6,7,8,9'")
    badge.click(modifiers=["Shift"])
    wait(page, "s.hidden.length === 0")


def test_the_legend_is_one_tab_stop_with_arrow_keys(page):
    expect(page.locator(".badge[tabindex='0']")).to_have_count(1)
    page.locator(".badge[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait(page, "String(s.hidden) === '1'")
    assert ask(page, "s.shown") == 39
    page.keyboard.press("Enter")
    wait(page, "s.hidden.length === 0")


def test_the_layers_menu_switches_layers_and_the_view(page):
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("Decision regions").uncheck()
    wait(page, "s.layers.regions === 0")
    assert ask(page, "s.view") == "circle"
    page.get_by_label("Plane").check()
    wait(page, "s.view === 'plane'")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Plane")).to_be_hidden()


def test_layers_can_be_reached_on_a_phone_in_a_corner_of_the_picture(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0", width=390, has_touch=True)
    button, plane = (page.locator(name).bounding_box() for name in (".tools .layers", ".plane"))
    assert plane["y"] < button["y"] < button["y"] + button["height"] < plane["y"] + 60
    page.get_by_role("button", name="Layers").tap()
    expect(page.get_by_label("Unit circle")).to_be_visible()


def test_a_turned_knob_moves_the_margin_at_once(page):
    drawn = ask(page, "s.draws")
    page.evaluate("document.dispatchEvent(new CustomEvent('lossviz:knob', {detail: {name: 'm', value: 0.5}}))")
    wait(page, f"s.margin === 0.5 && s.draws > {drawn}")
