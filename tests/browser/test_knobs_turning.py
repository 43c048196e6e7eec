"""The knobs in a browser: dragged, typed, refused, and led by Python."""

import pytest
from harness.opening import ask, opening, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(browser, knob_server):
    with opening(browser) as open_page:
        page = open_page(knob_server, "/")
        wait(page, "s.state === 'recorded'")
        yield page


@pytest.fixture
def page(opened):
    """One page for all tests, on which the margin is 0.3 again."""
    field = opened.get_by_role("textbox", name="Margin m (rad)")
    field.fill("0.3")
    field.press("Enter")
    opened.locator("[data-testid=stJson]").get_by_text("0.3", exact=True).wait_for(timeout=15_000)
    wait(opened, "s.margin === 0.3")
    return opened


def python_has(page, text: str) -> None:
    page.locator("[data-testid=stJson]").get_by_text(text).first.wait_for(timeout=15_000)


def test_a_dragged_slider_moves_the_stage_at_once_and_python_on_release(page):
    slider = page.get_by_role("slider", name="Margin m")
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, y, steps=4)
    wait(page, "Math.abs(s.margin - 0.79) < 0.05")
    python_has(page, "0.3")
    page.mouse.up()
    python_has(page, str(round(ask(page, "s.margin"), 2)))


def test_a_typed_number_is_taken(page):
    field = page.get_by_role("textbox", name="Margin m (rad)")
    field.fill("0.45")
    field.press("Enter")
    python_has(page, "0.45")
    wait(page, "s.margin === 0.45")


def test_a_bad_number_is_refused_in_a_sentence_and_the_old_one_kept(page):
    field = page.get_by_role("textbox", name="Margin m (rad)")
    field.fill("3")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("ArcFace margin must lie in 0 … 1.57\u00a0rad, got 3")
    expect(field).to_have_value("0.30")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("lots")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("ArcFace margin must be a number, got lots")


def test_arrow_keys_turn_by_one_step(page):
    slider = page.get_by_role("slider", name="Margin m")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_role("textbox", name="Margin m (rad)")).to_have_value("0.31")
    python_has(page, "0.31")


def test_values_from_python_lead_the_controls(page):
    page.get_by_role("button", name="Set m to 0.7").click()
    expect(page.get_by_role("textbox", name="Margin m (rad)")).to_have_value("0.70")


def test_the_bound_is_marked_and_explained(page):
    expect(page.locator(".tick").first).to_be_visible()
    expect(page.get_by_text("Ten classes in 2-D leave room up to 0.63.")).to_be_visible()


def test_folded_settings_open(page):
    page.get_by_text("More settings").click()
    page.get_by_role("switch", name="Easy margin").check()
    python_has(page, "true")


RESTING = """(() => {
  const param = { name: 't', label: 't', kind: 'real', low: 0, high: 180, step: 0.5, fallback: 0,
    words: [{ value: 'valley', label: 'v' }] };
  const { element, set } = m.row(param, {}, { turning() {}, turned() {} });
  const at = () => Number(element.querySelector('.slider').value);
  set.value('valley');
  const before = at();
  set.rest(45);
  const there = at();
  set.value(90);
  return [before, there, at()];
})()"""


def test_a_slider_stands_at_what_the_word_in_its_place_stands_for(run):
    assert run("knob.js", RESTING) == [0, 0.25, 0.5]


def test_a_word_takes_the_place_of_the_number(open_page, knob_server):
    page = open_page(knob_server, "/?loss=triplet_batch_hard")
    switch = page.get_by_role("switch", name="soft")
    expect(switch).to_be_checked()
    expect(page.get_by_role("slider", name="Margin m")).to_be_disabled()
    switch.uncheck()
    expect(page.get_by_role("slider", name="Margin m")).to_be_enabled()
    python_has(page, "0.3")
