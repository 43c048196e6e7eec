"""The plane of similarities in the browser: its formulas are Python's, it answers a drag alone, and it shows a run."""

from __future__ import annotations

import numpy as np
import pytest
from app_page import eventually
from contexts import new_page
from watching import watch

from lossviz.datasets import load
from lossviz.figures.circle_run import run_pairs
from lossviz.frame import Tape
from lossviz.geometry.anchors import anchor_similarities
from lossviz.geometry.one_pair import boundary, descent, pair_gradient, pair_loss
from lossviz.runs.store import SHIPPED
from lossviz.ui.boards.circle import BOARD
from lossviz.ui.training import recording

pytestmark = pytest.mark.browser

LOSSES = ("triplet", "am", "unified", "circle")
SETTINGS = [
    {"gamma": g, "m": m, "detached": d} for g in (1.0, 80.0, 512.0) for m in (-0.2, 0.25) for d in (True, False)
]
ALONG = np.linspace(-1, 1, 9).tolist()
STARTS = [(0.8, 0.8), (0.2, 0.2), (-0.5, -0.9)]

GRID = """given.losses.map((loss) => given.settings.map((s) => ({
    loss: given.along.map((sp) => given.along.map((sn) => m.LOSSES[loss].loss(sn, sp, s))),
    gradient: given.along.map((sp) => given.along.map((sn) => m.LOSSES[loss].gradient(sn, sp, s))),
    boundary: m.boundary(loss, s.m, -1),
    ways: given.starts.map((from) => m.descent(loss, from, s, { frames: 60, dt: 0.02, low: -1 })),
})))"""


def test_formulas_are_those_of_python(run) -> None:
    found = run("board/similarities.js", GRID, losses=LOSSES, settings=SETTINGS, along=ALONG, starts=STARTS)
    sn, sp = np.meshgrid(ALONG, ALONG)
    for loss, by_settings in zip(LOSSES, found, strict=True):
        for settings, told in zip(SETTINGS, by_settings, strict=True):
            gamma, m, detached = settings["gamma"], settings["m"], settings["detached"]
            case = f"{loss} {settings}"
            pull = pair_gradient(loss, sn, sp, gamma, m, detached)
            close(told["loss"], pair_loss(loss, sn, sp, gamma, m), case)
            close(told["gradient"], np.stack([pull["d_sn"], pull["d_sp"]], axis=-1), case)
            close(told["boundary"], boundary(loss, m, -1), case)
            ways = [descent(loss, s, gamma, m, detached=detached, frames=60, dt=0.02, low=-1) for s in STARTS]
            close(told["ways"], ways, case)


def close(told: object, right: object, case: str) -> None:
    np.testing.assert_allclose(told, right, rtol=1e-6, atol=1e-6, err_msg=case)


@pytest.mark.parametrize("kind", ["cosine", "inverse"])
@pytest.mark.parametrize("classwise", [True, False])
def test_anchors_are_measured_as_in_python(run, kind: str, classwise: bool) -> None:
    random = np.random.default_rng(0)
    points, vectors = random.integers(-9, 9, (40, 3)), random.normal(size=(4, 2, 3)).astype("f4") if classwise else None
    labels, anchors = random.integers(0, 4, 40), np.arange(0, 40, 7)
    frame = {"points": points.ravel().tolist(), "count": 40, "dim": 3, "unit": 0.5, "classes": 4, "subs": 2,
             "vectors": None if vectors is None else vectors.ravel().tolist()}  # fmt: skip
    told = run("board/anchors.js", "m.anchorSimilarities(given.frame, given.labels, given.anchors, given.kind)",
               frame=frame, labels=labels.tolist(), anchors=anchors.tolist(), kind=kind)  # fmt: skip
    right = anchor_similarities(points * 0.5, labels, anchors, kind, vectors)  # type: ignore[arg-type]
    for name, mine in (("spHard", "sp_hard"), ("snHard", "sn_hard"), ("spMean", "sp_mean"), ("snMean", "sn_mean")):
        close(told[name], right[mine], name)


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as a link opens it, for all tests of this file; it has had no fault in the end."""
    with new_page(browser, app.url, 1440, 1000) as made:
        seen = watch(made)
        made.goto(f"{app.url}/circle", wait_until="commit")
        eventually(lambda: ask(made, "b?.settled"))
        yield made
    assert seen.faults == []


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    """What an expression over the board's hook, called `b`, says."""
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def test_it_shows_where_points_go_without_a_click(page) -> None:
    rows = ask(page, "b.rows('circle')")
    ends = {row[0]: row[2:4] for row in rows[1:]}
    assert rows[0] == ["point", "frame", "s_n", "s_p", "loss", "d_sn", "d_sp"]
    assert ask(page, "b.at") == 239
    assert {name: sn**2 + (sp - 1) ** 2 for name, (sn, sp) in ends.items()} == pytest.approx(
        dict.fromkeys("ABC", 0.125), abs=0.01
    )


def test_its_table_has_the_published_gradients(page) -> None:
    cells = page.locator(".tables tbody tr").nth(1).locator("td").all_inner_texts()
    assert cells == ["84, −36", "36, −84", "88, −72", "20, −20"]


def test_below_margin_zero_line_and_arc_touch_at_no_pair_of_cosines(run) -> None:
    heads = run(
        "board/circle_plane.js",
        "given.margins.map((at) => m.tables({ values: { ...given.values, m: at }, words: {} })[0].head.slice(4))",
        margins=[0.25, -0.2], values=BOARD.defaults,
    )  # fmt: skip
    assert heads == [["T (0.25, 0.75)"], []]


def test_a_drag_and_a_knob_redraw_without_the_server(page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    x, y = ask(page, "b.place('circle', b.values.b_n, b.values.b_p)")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x + 6 * step, y - 4 * step)
    eventually(lambda: ask(page, "b.values.b_n") > 0.25)
    detail = "{ detail: { name: 'm', value: 0.3 } }"
    page.evaluate(f"() => document.dispatchEvent(new CustomEvent('lossviz:knob', {detail}))")
    eventually(lambda: ask(page, "b.values.m === 0.3 && !b.coarse && b.settled"))
    assert asked == []
    assert ask(page, "b.took") < 250
    page.mouse.up()
    eventually(lambda: "b_n=" in page.evaluate("location.search"))


def test_a_point_moves_by_keys(page) -> None:
    before = ask(page, "b.values.a_n")
    page.locator(".handle[data-handle=a]").first.focus()
    page.keyboard.press("ArrowLeft")
    assert ask(page, "b.values.a_n") == pytest.approx(before - 0.01)
    eventually(lambda: "a_n=" in page.evaluate("location.search"))


def test_a_press_on_a_picture_brings_the_keys_of_the_clock(page) -> None:
    page.get_by_role("button", name="Back to the start").click()
    page.mouse.click(*ask(page, "b.place('circle', 0.5, 0.1)"))
    page.keyboard.press("ArrowRight")
    eventually(lambda: ask(page, "b.at") == 1)


def test_the_pairs_of_a_run_are_those_that_python_finds(page) -> None:
    page.get_by_role("radio", name="A run").check()
    eventually(lambda: ask(page, "b.figures.join() === 'pairs,curves' && b.rows('curves').length === 62"))
    eventually(lambda: ask(page, "b.at") == 60)
    told = np.array(ask(page, "b.rows('curves')")[1:])
    key = recording("circle").key
    right = run_pairs(Tape.from_bytes((SHIPPED / f"{key}.tape").read_bytes()), np.asarray(load("mnist5k").probe_labels))
    assert told[:, 0].tolist() == right.steps.tolist()
    close(told[:, 1], right.s_n.mean(axis=1), "s_n")
    close(told[:, 2], right.s_p.mean(axis=1), "s_p")
    assert len(ask(page, "b.rows('pairs')")) == 301


def test_heat_maps_of_the_gradients_stand_two_by_two(page) -> None:
    page.get_by_role("radio", name="Gradients").check()
    eventually(lambda: ask(page, "b.figures.join()") == "am-sp,am-sn,circle-sp,circle-sn")
    rows = ask(page, "b.rows('am-sp')")
    worst = next(row for row in rows[1:] if row[:2] == [1, 0])
    assert worst[2] == pytest.approx(1)
