"""A recorded run on the stage: it plays once, rests on its last frame, and obeys bar and keys."""

import pytest
from harness.opening import REST, ask, resize, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(resting, stage_server):
    return resting(stage_server, "/?tapes=cosine-0&width=1024")


def test_a_tape_plays_once_and_rests_on_its_last_frame(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=cosine-0&width=320", reduced_motion="no-preference")
    wait(page, "s.playing && s.shown > 0 && s.shown < 39")
    wait(page, REST)
    assert ask(page, "s.frames") == 40


def test_one_canvas_and_one_context_hold_the_picture(page):
    assert page.evaluate("window.__contexts") == 1
    assert ask(page, "s.canvases") == 1


def test_readings_and_epoch_follow_the_scrubber_without_a_request(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    scrubber = page.get_by_label("Timeline")
    expect(page.locator("[data-reading=knn] .value")).to_have_text("95.0%")
    scrubber.press("Home")
    wait(page, "s.shown === 0")
    expect(page.locator("[data-reading=knn] .value")).to_have_text("30.0%")
    expect(page.locator(".epoch")).to_have_text("epoch 0 / 20")
    expect(scrubber).to_have_attribute("aria-valuetext", "epoch 0 / 20")
    assert asked == []


def test_the_six_readings_carry_units_and_notes(page):
    expect(page.locator("[data-reading=knn] .value")).to_have_text("95.0%")
    texts = page.locator(".readings > div").all_inner_texts()
    cells = {cell.splitlines()[0]: [line for line in cell.splitlines()[1:] if line] for cell in texts}
    assert cells["Loss"] == ["0.40", "floor 0.18"]
    assert cells["kNN accuracy"] == ["95.0%", "k = 5"]
    assert cells["Angle to own"] == ["5.7°", "mean"]
    assert list(cells) == ["Loss", "kNN accuracy", "Nearest mean", "Recall@1", "Angle to own", "Nearest other"]


def test_space_plays_and_pauses_and_arrows_step(page):
    picture = page.get_by_role("group", name="digits")
    picture.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    wait(page, "s.shown === 1")
    page.keyboard.press("Space")
    wait(page, "s.playing && s.shown > 3")
    page.keyboard.press("Space")
    wait(page, "!s.playing")
    assert ask(page, "s.shown") < 39


def test_play_at_the_end_begins_again(page):
    page.get_by_role("button", name="Play").click()
    wait(page, "s.playing && s.shown < 30")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_four_runs_share_one_canvas_and_one_bar(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=linear-0,islands-0,cosine-0,islands-3&compact=1")
    wait(page, REST + " && s.panels.length === 4 && s.panels.every((p) => p.frames === 40)")
    assert page.evaluate("window.__contexts") == 1
    expect(page.locator("figcaption")).to_have_text(["linear-0", "islands-0", "cosine-0", "islands-3"])
    expect(page.locator(".readings")).to_be_hidden()


def test_nothing_scrolls_sideways(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0", width=390, has_touch=True)
    for width in (1440, 800, 390):
        resize(page, width)
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width, width


def test_the_picture_is_saved_as_png(page, tmp_path):
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (PNG)").click()
    saved = tmp_path / "picture.png"
    download.value.save_as(saved)
    assert saved.read_bytes().startswith(b"\x89PNG")
    assert download.value.suggested_filename.startswith("lossviz-")


def test_a_theme_change_reaches_the_picture(page):
    before = page.locator(".overlay").screenshot()
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'")
    page.wait_for_timeout(300)
    assert page.locator(".overlay").screenshot() != before
    page.emulate_media(color_scheme="light")
