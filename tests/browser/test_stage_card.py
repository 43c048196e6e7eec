"""The card beside a hovered point while the pointer rests: it goes along with its point, or goes."""

import pytest
from harness.opening import wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(resting, stage_server):
    """A recorded run at its end, the pointer on a 4 and the keyboard on the picture."""
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    badge = page.get_by_role("button", name="4: show or hide").bounding_box()
    box = page.locator(".plane").bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    rim = [badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2]
    page.get_by_role("group", name="digits").focus()
    card = page.locator(".card")
    for share in (0.88, 0.9, 0.92, 0.94):
        page.mouse.move(*(m + (r - m) * share for m, r in zip(middle, rim, strict=True)))
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        if card.is_visible():
            break
    expect(card).to_contain_text("own ")
    return page


def test_while_frames_change_the_card_tells_and_follows_the_point_as_it_is(page):
    card = page.locator(".card")
    text, style = card.text_content(), card.get_attribute("style")
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    wait(page, "s.shown === 31")
    expect(card).to_be_visible()
    expect(card).not_to_have_text(text)
    expect(card).not_to_have_attribute("style", style)


def test_a_point_that_leaves_the_pointer_takes_its_card_with_it(page):
    page.keyboard.press("Home")
    wait(page, "s.shown === 0")
    expect(page.locator(".card")).to_be_hidden()


def test_a_hidden_class_has_no_card(page):
    badge = page.get_by_role("button", name="4: show or hide")
    badge.evaluate("button => button.click()")
    expect(page.locator(".card")).to_be_hidden()


@pytest.mark.parametrize(
    ("at", "names", "corner"),
    [
        ([300, 300], [], [314, 186]),
        ([300, 300], [{"x": 330, "y": 250, "width": 40, "height": 13}], [86, 186]),
        ([300, 300], [{"x": 200, "y": 250, "width": 200, "height": 13}], [314, 314]),
        ([590, 300], [], [376, 186]),
        ([300, 50], [], [314, 64]),
        ([300, 390], [{"x": 200, "y": 300, "width": 200, "height": 13}], [314, 276]),
    ],
    ids=["above at the right", "left of a name", "below names", "not over the edge", "not over the top", "no way out"],
)
def test_it_lies_in_the_first_corner_that_covers_no_name_of_a_ring(run, at, names, corner):
    space = {"width": 600, "height": 440}
    assert (
        run("card.js", "m.beside(given.at, [200, 100], given.space, given.names)", at=at, space=space, names=names)
        == corner
    )
