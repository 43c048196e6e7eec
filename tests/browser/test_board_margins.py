"""The page of margins in the browser: its formulas are Python's, and one sample is shown in all its figures."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np
import pytest
from app_page import eventually
from contexts import new_page
from watching import watch

from lossviz.geometry import sphereface_lambda, two_classes
from lossviz.geometry.two_classes import Asks

pytestmark = pytest.mark.browser

CASES = [
    Asks("softmax", ratio=1.4),
    Asks("normalized_softmax"),
    *(Asks("sphereface", m=m, lam=lam) for m in (1, 3, 4) for lam in (0.0, 5.0)),
    *(Asks("cosface", m=m) for m in (0.0, 0.35, 1.2)),
    *(Asks("arcface", m=m, easy=easy) for m in (0.0, 0.5, 1.5) for easy in (False, True)),
    *(Asks("combined_margin", m1=m1, m2=m2, m3=m3) for m1, m2, m3 in ((1, 0.3, 0.2), (0.9, 0.4, 0.15), (2, 0.8, 0))),
]
THETA = np.linspace(0.001, math.pi, 61)
APART = [0.2, 0.8, math.pi / 3, 2.5]

GRID = """given.cases.map((asks) => ({
    target: given.theta.map((theta) => m.target(theta, asks)),
    slope: given.theta.map((theta) => m.slope(theta, asks)),
    boundary: given.theta.map((theta) => m.boundary(theta, asks)).map((v) => (Number.isNaN(v) ? null : v)),
    edge: given.apart.map((apart) => m.edge(apart, asks)),
    gap: given.apart.map((apart) => m.gap(apart, asks)),
    widest: given.apart.map((apart) => m.widest(apart, asks)),
    flat: m.flatPoints(asks),
}))"""


def test_formulas_are_those_of_python(run) -> None:
    told = run("board/twoclasses.js", GRID, cases=[asdict(asks) for asks in CASES], theta=THETA.tolist(), apart=APART)
    for asks, found in zip(CASES, told, strict=True):
        close(found["target"], two_classes.target_logit(THETA, asks), f"target of {asks}")
        close(found["slope"], two_classes.target_slope(THETA, asks), f"slope of {asks}")
        close(found["boundary"], two_classes.boundary(THETA, asks), f"boundary of {asks}")
        close(found["flat"], two_classes.flat_points(asks), f"flat points of {asks}")
        for name in ("edge", "gap", "widest"):
            close(found[name], [getattr(two_classes, name)(apart, asks) for apart in APART], f"{name} of {asks}")
    eased = run("board/twoclasses.js", "[0, 100, 1000, 1659].map(m.easing)")
    close(eased, [sphereface_lambda(t) for t in (0, 100, 1000, 1659)], "easing")


def close(told: object, right: object, case: str) -> None:
    found, expected = (np.array(values, dtype=float) for values in (told, right))  # None becomes NaN
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6, err_msg=case)


PLACES = """given.turns.map((turn) => { const [a, b] = m.anglesOf(turn, given.apart);
    return [a, b, ...m.shadowOf(Math.cos(a), Math.cos(b), given.apart)]; })"""


def test_a_sample_lies_at_the_same_place_in_every_picture(run) -> None:
    """On the circle the shadow of a sample is the sample, and its point on the sphere has the cosines it began with."""
    turns = np.linspace(-3, 3, 25)
    told = np.array(run("board/samples.js", PLACES, turns=turns.tolist(), apart=1.1))
    close(told[:, 0], np.arccos(np.cos(turns + 0.55)), "θ₁")
    close(told[:, 2:], np.stack([np.sin(turns), np.cos(turns)], axis=-1), "place on the circle")
    point = np.array(run("board/samples.js", "m.pointOf(0.7, 1.2, 1.1)"))
    first, second = (np.array([math.sin(turn), math.cos(turn), 0]) for turn in (-0.55, 0.55))
    close([point @ point, point @ first, point @ second], [1, math.cos(0.7), math.cos(1.2)], "point of the sphere")
    assert run("board/samples.js", "m.pointOf(0.2, 0.3, 1.1)") is None
    seen = run("board/samples.js", "m.behind(...m.seen([0.6, 0.48, 0.64], 0.4, 0.3).slice(0, 2), 0.4, 0.3)")
    close(seen, [0.6, 0.48, 0.64], "turned and back")


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as a link opens it, for all tests of this file; it has had no fault in the end."""
    with new_page(browser, app.url, 1440, 1000) as made:
        seen = watch(made)
        made.goto(f"{app.url}/margins?loss=cosface&cosface_m=0.2&theta=45", wait_until="commit")
        eventually(lambda: ask(made, "b?.settled"))
        yield made
    assert seen.faults == []


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    """What an expression over the board's hook, called `b`, says."""
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def turn_knob(page, name: str, value: object) -> None:
    """What a knob of the panel tells while it is dragged."""
    detail = {"name": name, "value": value}
    page.evaluate("(detail) => document.dispatchEvent(new CustomEvent('lossviz:knob', { detail }))", detail)
    eventually(lambda: ask(page, "b.settled"))


def answered(page, written: str) -> None:
    """Waits until Python has taken up what the reader did."""
    eventually(lambda: written in page.evaluate("location.search"))
    eventually(lambda: page.get_by_test_id("stStatusWidget").count() == 0)


def choose(page, loss: str) -> None:
    """Chooses a loss in the panel."""
    page.get_by_label("Loss", exact=True).select_option(loss)
    answered(page, f"loss={loss}")


def cells(page, loss: str) -> list[str]:
    """A row of the table."""
    found: list[str] = page.locator(".tables tbody tr", has_text=loss).locator("td").all_inner_texts()
    return found


def test_published_gaps_and_bounds_are_read_without_a_click(page) -> None:
    """Eight classes in the plane: 45° apart, m = 0.2 leaves 30.3°; up to 0.293 fits, and of ten classes 0.191."""
    assert ask(page, "b.figures") == ["angles", "circle", "curve"]
    assert cells(page, "CosFace")[1:4] == ["30.3°", "m ≤ 0.293", "m ≤ 0.191"]
    rows = dict(ask(page, "b.rows('circle').slice(1).map((row) => [row[0], row[4]])"))
    assert rows["cosface"] == pytest.approx(30.3, abs=0.05)


def test_published_curves_and_boundaries_are_in_the_csv(page) -> None:
    """Deng et al. 2019, Fig. 4b and Fig. 5."""
    choose(page, "all")
    head, *rows = ask(page, "b.rows('curve')")
    at_60 = dict(zip(head, rows[60], strict=True))
    assert [at_60[f"logit_{loss}"] for loss in ("softmax", "arcface", "combined_margin")] == pytest.approx(
        [0.5, 0.024, 0.022], abs=6e-4
    )
    head, *rows = ask(page, "b.rows('angles')")
    at_20 = dict(zip(head, rows[20], strict=True))
    assert [at_20[f"theta_deg_2_{loss}"] for loss in ("sphereface", "arcface")] == pytest.approx([80, 48.6], abs=0.06)


def test_a_drag_moves_the_sample_everywhere_without_the_server(page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    x, y = ask(page, "b.place('circle', Math.sin(b.values.x * Math.PI / 180), Math.cos(b.values.x * Math.PI / 180))")
    page.mouse.move(x, y)
    page.mouse.down()
    goal = ask(page, "b.place('circle', Math.sin(Math.PI / 9), Math.cos(Math.PI / 9))")
    page.mouse.move(*goal, steps=4)
    eventually(lambda: ask(page, "b.values.x") == pytest.approx(20, abs=0.6) and ask(page, "b.settled"))
    handles = page.locator(".handle[data-handle=x]").evaluate_all("(found) => found.map((one) => one.title)")
    assert len(handles) == 3
    assert len(set(handles)) == 1
    assert "θ₁ = 42" in handles[0] or "θ₁ = 43" in handles[0]
    assert cells(page, "ArcFace")[-1] == "class 2"
    assert asked == []
    page.mouse.up()
    answered(page, "x=")


def test_what_is_pointed_at_in_one_figure_is_ringed_in_another(page) -> None:
    """At θ₁ = 60° and θ₂ = 50° in the plane of angles, the curve's line is covered by a ring at 60°."""
    choose(page, "cosface")
    before = shade(page, 60, 0.3)
    page.mouse.move(*ask(page, "b.place('angles', 60, 50)"))
    eventually(lambda: shade(page, 60, 0.3) > 240)
    page.mouse.move(5, 5)
    eventually(lambda: shade(page, 60, 0.3) == before)
    assert before < 100


def shade(page, theta: float, logit: float) -> int:
    """How light the curve's figure is at a value, 0 to 255."""
    x, y = ask(page, f"b.place('curve', {theta}, {logit})")
    found: int = (
        page.locator(".drawing canvas")
        .nth(2)
        .evaluate(
            """(canvas, [x, y]) => { const box = canvas.getBoundingClientRect();
            const [px, py] = [Math.round(x - box.x), Math.round(y - box.y)];
            return canvas.getContext('2d').getImageData(px, py, 1, 1).data[1]; }""",
            [x, y],
        )
    )
    return found


def test_redraws_take_less_than_a_blink(page) -> None:
    choose(page, "cosface")
    for right in ("circle", "cosines", "sphere"):
        turn_knob(page, "right", right)
        took = []
        for m in np.linspace(0.2, 0.6, 5):
            turn_knob(page, "cosface_m", float(m))
            took.append(ask(page, "b.took"))
        assert min(took) < 250, right


def test_class_vectors_and_sample_move_by_keys(page) -> None:
    turn_knob(page, "right", "circle")
    choose(page, "softmax")
    page.locator(".handle[data-handle=w1]").focus()
    page.keyboard.press("Shift+ArrowUp")
    assert ask(page, "b.values.n1") > 1.1
    assert ask(page, "b.values.theta") < 45
    before = ask(page, "b.values.x")
    page.locator(".handle[data-handle=x]").first.focus()
    page.keyboard.press("ArrowRight")
    assert ask(page, "b.values.x") != before
    answered(page, "n1=")


def test_a_drag_of_the_ground_turns_the_sphere(page) -> None:
    page.get_by_role("radio", name="Sphere", exact=True).check()
    answered(page, "right=sphere")
    before = ask(page, "[b.values.turn, b.values.tilt]")
    x, y = ask(page, "b.place('sphere', 0.7, 0.6)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y + 20, steps=3)
    page.mouse.up()
    turn, tilt = ask(page, "[b.values.turn, b.values.tilt]")
    assert turn < before[0] - 5
    assert tilt > before[1] + 2
    answered(page, "tilt=")
