"""A digit drawn on the pad: it becomes one of MNIST's kind, and goes through the run as a star."""

import base64

import numpy as np
import pytest
from harness.opening import ask, opening, wait
from playwright.sync_api import expect

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine.placing import placed
from lossviz.engine.trainer import Trainer

pytestmark = pytest.mark.browser

SEVEN = [(0.28, 0.22), (0.72, 0.22), (0.45, 0.82)]


@pytest.fixture(scope="module")
def opened(browser, pad_server):
    with opening(browser) as open_page:
        page = open_page(pad_server, "/")
        wait(page, "s.state === 'recorded' && !s.playing")
        yield page


@pytest.fixture
def page(opened):
    """One page for all tests, with an empty pad and the last frame in the picture."""
    if ask(opened, "s.star !== null"):
        opened.get_by_role("button", name="Clear").click()
    opened.get_by_label("Timeline").press("End")
    wait(opened, "s.star === null && s.shown === 39")
    return opened


def draw(page, strokes=(SEVEN,)) -> None:
    box = page.locator(".ground").bounding_box()
    for stroke in strokes:
        path = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in stroke]
        page.mouse.move(*path[0])
        page.mouse.down()
        for x, y in path[1:]:
            page.mouse.move(x, y, steps=4)
        page.mouse.up()


def test_a_stroke_puts_a_star_into_the_picture_that_follows_the_scrubber(page):
    draw(page)
    wait(page, "s.star !== null")
    last = ask(page, "s.star")
    expect(page.locator(".pinned")).to_contain_text("Your digit")
    expect(page.locator(".said")).to_contain_text("predicted ")
    assert page.locator(".pinned .classes li:visible").count() == 10
    page.get_by_role("group", name="digits").focus()
    page.keyboard.press("Home")
    wait(page, f"s.shown === 0 && s.star[0] < {last[0]}")


def test_between_keyframes_the_star_goes_straight(run):
    frames = [{"step": 0, "at": [0, 0]}, {"step": 100, "at": [4, 2]}, {"step": 300, "at": [4, 10]}]
    star = "Object.assign(new m.Star(() => {}), { keyframes: given.frames })"
    at = f"((star) => given.steps.map((step) => star.at(step)?.at))({star})"
    found = run("star.js", at, frames=frames, steps=[0, 25, 100, 200, 300, 301])
    assert found == [[0, 0], [1, 0.5], [4, 2], [4, 6], [4, 10], [4, 10]]


def test_after_the_last_keyframe_the_star_stays_and_says_since_when(run):
    star = "Object.assign(new m.Star(() => {}), { keyframes: [{ step: 30, at: [1, 2] }] })"
    assert run("star.js", f"[20, 30, 40].map((step) => {star}.at(step)?.since)") == [None, None, 30]


def test_escape_closes_the_star_s_card_and_a_click_on_it_opens_it(page):
    draw(page)
    wait(page, "s.star !== null")
    card = page.locator(".pinned")
    expect(card).to_be_visible()
    page.get_by_role("group", name="digits").focus()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    x, y, _ = ask(page, "s.star")
    plane = page.locator(".plane").bounding_box()
    page.mouse.click(plane["x"] + x, plane["y"] + y)
    expect(card).to_be_visible()


def test_undo_and_clear_take_strokes_and_star_away(page):
    draw(page, [SEVEN, [(0.3, 0.5), (0.7, 0.5)]])
    wait(page, "s.star !== null")
    seen = (
        "[...document.querySelectorAll('*')].map((e) => e.shadowRoot?.querySelector('.seen')).find(Boolean).toDataURL()"
    )
    two = page.evaluate(seen)
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate(seen) != two
    page.get_by_role("button", name="Clear").click()
    wait(page, "s.star === null")
    expect(page.locator(".hint")).to_be_visible()


def centred(run, image: np.ndarray) -> np.ndarray | None:
    found = run("mnist.js", "m.centred(Uint8Array.from(given.pixels), given.w, given.h)",
                pixels=image.ravel().tolist(), w=image.shape[1], h=image.shape[0])  # fmt: skip
    return None if found is None else np.array(found, np.uint8).reshape(28, 28)


def test_bare_ground_is_no_digit(run):
    assert centred(run, np.zeros((40, 40), np.uint8)) is None


def test_a_drawing_fills_twenty_pixels_and_keeps_its_shape(run):
    image = np.zeros((280, 280), np.uint8)
    image[40:240, 60:160] = 255
    rows, columns = np.nonzero(centred(run, image))
    assert (np.ptp(rows) + 1, np.ptp(columns) + 1) == (20, 10)


def test_each_pixel_is_the_mean_of_the_area_that_it_covers(run):
    image = np.zeros((30, 30), np.uint8)
    image[0], image[29], image[:, 0], image[:, 29] = 255, 255, 255, 255  # one of a pixel and a half is covered
    digit = centred(run, image)
    assert digit[4, 14] == round(255 / 1.5)


def test_the_centre_of_mass_comes_to_the_middle(run):
    image = np.zeros((280, 280), np.uint8)
    image[20:220, 200:230], image[190:220, 60:230] = 255, 255
    digit = centred(run, image).astype(float)
    middle = [(digit.sum(axis) * np.arange(28)).sum() / digit.sum() for axis in (1, 0)]
    assert middle == pytest.approx([13.5, 13.5], abs=0.51)


@pytest.fixture(scope="module")
def softmax():
    """A softmax run of a few epochs without its frames."""
    recipe = catalog.resolve(loss="softmax", dim=2, epochs=4)
    trainer = Trainer(recipe, load(recipe.data))
    for _ in range(trainer.steps):
        trainer.backward()
        trainer.update()
    return recipe, trainer


def test_ten_digits_held_out_of_training_land_in_their_classes(run, softmax):
    recipe, trainer = softmax
    weights = {name: tensor.numpy() for name, tensor in trainer.embedder.state_dict().items()}
    vectors, bias = trainer.loss.class_vectors.numpy(), trainer.loss.bias.numpy()
    digits = load(recipe.data)
    right = 0
    for label in range(10):
        image = digits.probe_images[list(digits.probe_labels).index(label)]
        drawn = np.kron(np.pad(image, 2), np.ones((8, 8), np.uint8))  # as large as the pad, and off its middle
        features = placed(recipe.to_json(), centred(run, drawn).tobytes(), [weights])[0]
        right += int(np.argmax(vectors[:, 0] @ features + bias)) == label
    assert right >= 9


def test_the_digit_reaches_python_as_the_pad_shows_it(page):
    draw(page)
    told = page.get_by_text("pixels: ")
    expect(told).not_to_have_text("pixels:")
    pixels = base64.b64decode(told.inner_text().removeprefix("pixels: "))
    image = np.frombuffer(pixels, np.uint8).reshape(28, 28)
    rows, _ = np.nonzero(image)
    assert np.ptp(rows) + 1 == 20
