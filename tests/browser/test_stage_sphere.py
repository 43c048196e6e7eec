"""Three dimensions on the stage: turned by hand, kept while frames come, with regions, or said to be a projection."""

import math

import pytest
from harness.opening import ask, wait
from playwright.sync_api import expect
from test_stage_limits import NO_WEBGL, difference, picture

pytestmark = pytest.mark.browser

SPHERE = "/?tapes=sphere-0&width=1024&train=sphere-7?hz=20"
RESTED = "s.state === 'recorded' && !s.playing"


@pytest.fixture
def page(resting, stage_server):
    return resting(stage_server, SPHERE)


def middle(page) -> tuple[float, float]:
    box = page.locator(".plane").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, right: float, down: float) -> None:
    x, y = middle(page)
    page.mouse.move(x - 60, y)
    page.mouse.down()
    page.mouse.move(x - 60 + right, y + down, steps=4)
    page.mouse.up()


def press(page, key: str) -> None:
    page.get_by_role("group", name="digits").focus()
    page.keyboard.press(key)


def test_a_loss_of_directions_opens_on_the_sphere(page):
    assert ask(page, "s.view") == "sphere"


def test_dragging_takes_the_near_side_along(page):
    yaw, pitch = ask(page, "s.turn")
    drag(page, 50, 30)
    wait(page, f"s.turn[0] < {yaw} - 0.1 && s.turn[1] > {pitch} + 0.05")


def test_the_wheel_zooms_and_a_double_click_looks_from_the_first_side(page):
    first = ask(page, "s.turn")
    drag(page, 50, 30)
    page.mouse.wheel(0, -400)
    wait(page, f"s.zoom > 1.5 && s.turn[0] !== {first[0]}")
    page.mouse.dblclick(middle(page)[0] - 60, middle(page)[1] + 30)
    wait(page, f"s.zoom === 1 && s.turn[0] === {first[0]} && s.turn[1] === {first[1]}")


def test_keys_turn_zoom_and_reset_without_stepping(page):
    yaw, pitch = ask(page, "s.turn")
    press(page, "Shift+ArrowLeft")
    press(page, "Shift+ArrowDown")
    wait(page, f"s.turn[0] > {yaw} && s.turn[1] > {pitch}")
    press(page, "+")
    wait(page, "s.zoom === 1.25")
    press(page, "-")
    wait(page, "s.zoom === 1")
    assert ask(page, "s.shown") == 39
    press(page, "r")
    wait(page, f"s.turn[0] === {yaw} && s.turn[1] === {pitch}")


def test_shift_and_an_arrow_step_where_there_is_nothing_to_turn(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    press(page, "Shift+ArrowLeft")
    wait(page, "s.shown === 38")


def test_one_finger_turns_and_two_magnify(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=sphere-0", width=390, has_touch=True)
    wait(page, RESTED)
    (x, y), yaw = middle(page), ask(page, "s.turn[0]")
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *places: float) -> None:
        points = [{"x": place, "y": y, "id": i} for i, place in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", x)
    send("touchMove", x + 40)
    send("touchEnd")
    wait(page, f"s.turn[0] < {yaw} - 0.1 && s.zoom === 1")
    turned = ask(page, "s.turn[0]")
    send("touchStart", x - 20, x + 20)
    send("touchMove", x - 60, x + 60)
    send("touchEnd")
    wait(page, f"s.zoom > 2 && s.turn[0] === {turned}")


def test_the_camera_stays_while_twenty_frames_come_in_mid_drag(open_page, stage_server):
    page = open_page(stage_server, "/?live=sphere-1?hz=12")
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y + 20, steps=3)
    wait(page, "s.turn[0] < -0.7")
    turn, frames = ask(page, "[s.turn, s.frames]")
    wait(page, f"s.frames >= {frames} + 20 || s.state === 'ended'")
    assert ask(page, "s.frames") >= frames + 20
    assert ask(page, "s.turn") == turn
    page.mouse.move(x + 100, y + 20, steps=3)
    wait(page, f"s.turn[0] < {turn[0]} - 0.1")
    page.mouse.up()
    turn = ask(page, "s.turn")
    wait(page, "s.state === 'ended'")
    assert ask(page, "s.turn") == turn


def test_a_new_run_and_another_theme_keep_camera_and_canvas(page):
    drag(page, 50, 30)
    page.mouse.wheel(0, -200)
    wait(page, "s.zoom > 1.2")
    turn, zoom, recorded = ask(page, "[s.turn, s.zoom, s.key]")
    page.locator("canvas.gl").evaluate("canvas => { canvas.mark = 'the same'; }")
    page.get_by_role("button", name="Train").click()
    page.wait_for_function("key => window.__stage.key !== key", arg=recorded)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'")
    wait(page, "s.state === 'ended'")
    assert ask(page, "[s.turn, s.zoom]") == [turn, zoom]
    assert page.locator("canvas.gl").evaluate("canvas => canvas.mark") == "the same"
    assert page.evaluate("window.__contexts") == 1


def test_from_the_plane_to_space_the_whole_picture_is_seen(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=cosine-0&train=sphere-7?hz=20")
    wait(page, RESTED)
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, -400)
    wait(page, "s.zoom > 1.5")
    page.get_by_role("button", name="Train").click()
    wait(page, "s.view === 'sphere' && s.zoom === 1")


def test_hovering_finds_the_digit_on_the_near_side(page):
    badge = page.get_by_role("button", name="2: show or hide").bounding_box()
    x, y = badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2
    card = page.locator(".card")
    for down in (14, 20, 26, 32):
        page.mouse.move(x, y + down)
        page.wait_for_timeout(100)
        if card.is_visible():
            break
    expect(card).to_be_visible()
    expect(card.locator("b")).to_have_text("2")
    expect(card).to_contain_text("own ")


def test_regions_are_drawn_on_the_sphere_and_nowhere_else(page):
    wait(page, "!s.playing")
    page.wait_for_timeout(600)
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Layers").focus()  # off the picture, whose corners show its focus
    page.locator(".caption").evaluate("caption => { caption.style.visibility = 'hidden'; }")
    before = picture(page)
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("Decision regions").uncheck()
    page.get_by_label("Margin", exact=True).uncheck()
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)  # off the picture, where the menu has left it
    wait(page, "s.layers.regions === 0 && s.layers.margin === 0")
    page.wait_for_timeout(600)
    changed = abs(before - picture(page)) > 2
    height, width = changed.shape
    rows, columns = [axis - size / 2 for axis, size in zip(changed.nonzero(), (height, width), strict=True)]
    assert changed.mean() > 0.2
    assert max(math.hypot(a, b) for a, b in zip(rows, columns, strict=True)) < 0.78 * height / 2 + 2
    page.locator(".caption").evaluate("caption => { caption.style.visibility = ''; }")


def test_in_space_there_are_no_regions_to_choose(page):
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("radio", name="Space").check()
    wait(page, "s.view === 'space'")
    expect(page.get_by_label("Decision regions")).to_be_hidden()
    page.get_by_role("radio", name="Sphere").check()
    wait(page, "s.view === 'sphere'")
    expect(page.get_by_label("Decision regions")).to_be_visible()


def test_more_dimensions_are_said_to_be_projected_and_have_no_regions(resting, stage_server):
    page = resting(stage_server, "/?tapes=projected-0&width=1024")
    assert ask(page, "s.view") == "space"
    expect(page.locator(".caption")).to_contain_text("Projected from 16 dimensions (PCA, 61% of the variance).")
    expect(page.locator(".histogram")).to_contain_text("Angles to the classes are not drawn")
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_label("Class vectors")).to_be_visible()
    for absent in ("Decision regions", "Sphere"):
        expect(page.get_by_label(absent)).to_be_hidden()


def test_how_to_turn_is_said_until_it_has_been_turned(open_page, stage_server):
    page = open_page(stage_server, SPHERE)
    wait(page, RESTED)
    caption = page.locator(".caption")
    expect(caption).to_contain_text("Drag to turn")
    drag(page, 40, 0)
    expect(caption).not_to_contain_text("Drag to turn")


def test_without_webgl2_the_sphere_is_drawn_still_and_can_be_turned(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=sphere-0&width=1024", script=NO_WEBGL)
    wait(page, "s.state === 'recorded' && s.shown === 39 && !s.webgl")
    expect(page.locator(".notice")).to_contain_text("does not offer WebGL2")
    before = picture(page)
    press(page, "Shift+ArrowLeft")
    press(page, "Shift+ArrowLeft")
    wait(page, "s.turn[0] > -0.4")
    page.wait_for_timeout(300)
    assert difference(before, picture(page)) > 1


def test_a_lost_graphics_card_comes_back_with_the_sphere_as_it_was_turned(page):
    drag(page, 50, 30)
    page.mouse.move(5, 5)
    page.wait_for_timeout(800)
    before, turn = picture(page), ask(page, "s.turn")
    page.locator("canvas.gl").evaluate(
        "c => { window.__card = c.getContext('webgl2').getExtension('WEBGL_lose_context'); __card.loseContext(); }"
    )
    wait(page, "!s.webgl")
    page.evaluate("__card.restoreContext()")
    wait(page, "s.webgl")
    page.wait_for_timeout(800)
    assert difference(before, picture(page)) < 1
    assert ask(page, "s.turn") == turn
