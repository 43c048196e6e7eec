"""Single steps, gradient arrows, slow motion, and what a fork says of its change."""

import math

import pytest
from harness import synthetic
from harness.opening import ask, wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

HELD = "/?live=cosine-0?hz=40%26held=12"


def test_a_held_run_is_moved_stepped_and_played_on(open_page, stage_server):
    """A live run whose newest frame is number 11, at step 175."""
    held = open_page(stage_server, HELD)
    wait(held, "s.frames === 12 && s.shown === 11")
    moves_only_the_picture_before_the_newest_frame(held)
    brings_the_gradient_arrows_with_the_first_step(held)
    trains_and_shows_steps_between_two_frames(held)
    goes_on_without_missing_a_frame(held)


def moves_only_the_picture_before_the_newest_frame(held):
    held.get_by_label("Timeline").press("Home")
    held.get_by_role("button", name="Next frame").click()
    wait(held, "s.shown === 1")
    assert ask(held, "s.frames") == 12
    held.get_by_label("Timeline").press("End")
    wait(held, "s.shown === 11")


def brings_the_gradient_arrows_with_the_first_step(held):
    assert ask(held, "s.layers.pull") == 0
    held.get_by_role("button", name="Train one step").click()
    wait(held, "s.layers.pull === 1")
    expect(held.locator(".caption")).to_contain_text("the pull of the loss (−∂L/∂x) on 120 digits")


def trains_and_shows_steps_between_two_frames(held):
    wait(held, "s.frames === 13 && s.shown === 12")
    expect(held.locator(".epoch")).to_have_text("step 176 / 620")
    held.get_by_role("button", name="Train one step").click()
    wait(held, "s.frames === 14 && s.shown === 13")
    assert ask(held, "s.steps.slice(-3)") == [175, 176, 177]


def goes_on_without_missing_a_frame(held):
    held.get_by_role("button", name="Play").click()
    wait(held, "s.state === 'ended' && s.shown === s.frames - 1")
    assert ask(held, "s.frames") == 42
    assert ask(held, "s.steps.every((step, i) => i === 0 || step > s.steps[i - 1])")


def test_where_others_follow_the_page_says_that_only_playback_pauses(open_page, stage_server):
    page = open_page(stage_server, f"{HELD}%26shared=1")
    wait(page, "s.frames === 12 && s.shown === 11")
    page.get_by_role("button", name="Train one step").click()
    expect(page.locator(".caption")).to_contain_text("Others keep watching the run; you pause your playback.")
    assert ask(page, "s.frames") == 12
    assert not ask(page, "s.playing")


def test_a_recorded_run_has_no_step_to_train(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    expect(page.get_by_role("button", name="Next frame")).to_be_visible()


def test_an_old_tape_offers_no_arrows(resting, stage_server):
    page = resting(stage_server, "/?tapes=islands-0&width=1024")
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_label("Class centres")).to_be_visible()
    expect(page.get_by_label("Gradient arrows")).to_be_hidden()


def test_a_fork_says_from_its_change_on_what_changed_and_marks_it(resting, stage_server):
    page = resting(stage_server, "/?tapes=fork-0&width=1024")
    expect(page.locator(".caption")).to_contain_text("Step 302: loss ArcFace → Softmax.")
    page.get_by_label("Timeline").fill("18")
    expect(page.locator(".caption")).not_to_contain_text("Step 302")
    page.get_by_label("Timeline").fill("19")
    expect(page.locator(".caption")).to_contain_text("Step 302")
    marks = page.get_by_label("Timeline").evaluate("e => e.style.getPropertyValue('--marks')")
    assert f"* {19 / 39:.4f})" in marks


@pytest.mark.parametrize(("rate", "share"), [(1, 0.25), (0.5, 0.125), (0.25, 0.0625), (2, 0.5)])
def test_a_second_of_playback_is_a_quarter_of_a_run_times_the_speed(run, rate, share):
    played = "(() => { const c = new m.Clock(false); c.rate = given.rate; c.play(40);"
    played += " c.advance(1, 40); return c.position; })()"
    assert run("clock.js", played, rate=rate) == pytest.approx(40 * share)


def test_a_single_step_takes_six_tenths_of_a_second(run):
    moved = "(() => { const c = new m.Clock(false); c.stride(); c.advance(0.3, 1); return c.position; })()"
    assert run("clock.js", moved) == pytest.approx(0.5)


def test_the_speed_is_chosen_in_the_menu_and_kept(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("¼×").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play").click()
    page.wait_for_timeout(1500)
    assert 0 < ask(page, "s.shown") < 10  # a quarter of a run takes four seconds
    assert ask(page, "s.rate") == 0.25


VIEW = "{plane: 10, round: 78, half: 100, circle: given.circle, x: 100, y: 100, turn: null, reach: 100}"
FRAME = "{dim: 2, unit: 1, pullUnit: 1, points: Int16Array.from([4, 0, 0, 2]), pull: Int16Array.from([1, 1, 0, -3])}"
PULL = (
    f"(() => {{ const frame = {FRAME};"
    f" return m.pullOf({{view: {VIEW}, from: frame, to: frame, now: frame, t: 0, header: {{pulled: [0, 1]}}}}); }})()"
)


def test_in_the_plane_the_longest_arrow_is_an_eighth_of_the_panel_and_others_follow_its_scale(run):
    pull = run("arrows.js", PULL, circle=0)
    assert pull["size"] == 3
    first, second = pull["arrows"]
    assert (first["x"], first["y"], second["x"], second["y"]) == (140, 100, 100, 80)
    assert (second["dx"], second["dy"]) == pytest.approx((0, 25))
    assert (first["dx"], first["dy"]) == pytest.approx((25 / 3, -25 / 3))


def test_on_the_circle_arrows_lie_along_it(run):
    pull = run("arrows.js", PULL, circle=1)
    assert pull["size"] == 4  # −∂L/∂θ: the part across, times the distance from the middle
    first, second = pull["arrows"]
    assert (first["dx"], first["dy"]) == pytest.approx((0, -25))
    assert math.hypot(second["dx"], second["dy"]) == pytest.approx(0)


CROWD = (
    "{dim: 2, unit: 1, pullUnit: 1, points: Int16Array.from([0, 0, 0, 5, 0, 11, 0, 80]),"
    " pull: Int16Array.from([30, 0, 40, 0, 20, 0, 10, 0])}"
)


def test_beside_a_long_arrow_a_shorter_one_has_no_room(run):
    view = VIEW.replace("plane: 10", "plane: 1")
    pull = run(
        "arrows.js",
        f"(() => {{ const frame = {CROWD}; return m.pullOf({{view: {view}, from: frame, to: frame, now: frame, t: 0,"
        " header: {pulled: [0, 1, 2, 3]}}); })()",
        circle=0,
    )
    crowded, longest, beside, apart = (arrow["room"] for arrow in pull["arrows"])
    assert (crowded, longest, beside, apart) == (0, 1, 0, 1)


GLANCES = (
    "(() => { const t = new m.Tape(); for (const r of given.records) t.push(Uint8Array.from(r));"
    " return [t.frames.map((f) => [f.step, Boolean(f.glance)]), t.stored, t.expected]; })()"
)


def test_glances_lie_between_frames_and_are_counted_apart(run):
    records = synthetic.records("cosine")
    sent = [*records[:3], synthetic.glance(2, 1), synthetic.glance(2, 1), synthetic.glance(2, 2), records[3]]
    frames, stored, expected = run("tape.js", GLANCES, records=[list(entry) for entry in sent])
    assert frames == [[0, False], [16, False], [17, True], [18, True], [32, False]]
    assert (stored, expected) == (3, 42)
