"""The page of scales in the browser: published numbers without a click, drags without the server, three lower rows."""

from __future__ import annotations

import math

import pytest
from app_page import eventually
from contexts import new_page
from watching import watch

pytestmark = pytest.mark.browser

LINK = "/scale?kind=cosface&m=0.35&classes=10&dim=2"


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as a link opens it, for all tests of this file; it has had no fault in the end."""
    with new_page(browser, app.url, 1440, 1400) as made:
        seen = watch(made)
        made.goto(app.url + LINK, wait_until="commit")
        eventually(lambda: ask(made, "b?.settled"))
        yield made
    assert seen.faults == []


def test_its_scripts_were_asked_for_before_streamlit_asked_anything(page) -> None:  # type: ignore[no-untyped-def]
    asked = page.evaluate("() => performance.getEntriesByType('resource').map((e) => [e.name, e.startTime])")
    first = min(at for name, at in asked if name.endswith("_stcore/health"))
    ours = {name: at for name, at in asked if "lossviz" in name and name.endswith(".js")}
    assert len(ours) > 30
    assert [name for name, at in ours.items() if at > first] == []


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    """What an expression over the board's hook, called `b`, says."""
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def turn_knobs(page, **values: object) -> None:
    """What knobs of the panel tell while they are dragged."""
    for name, value in values.items():
        detail = {"name": name, "value": value}
        page.evaluate("(detail) => document.dispatchEvent(new CustomEvent('lossviz:knob', { detail }))", detail)
    eventually(lambda: ask(page, "b.settled"))


def cells(page, row: str) -> list[str]:
    """The first row of a table that begins like this."""
    found: list[str] = page.locator(".tables tbody tr", has_text=row).first.locator("td").all_inner_texts()
    return found


def note(page, title: str) -> str:
    """What stands beside a figure's title."""
    said: str = page.locator("figcaption", has_text=title).locator(".note").inner_text()
    return said


def test_what_ten_classes_need_is_read_without_a_click(page) -> None:
    assert ask(page, "b.figures") == ["probability", "floor", "needed", "fits"]
    assert "5.47" in note(page, "Loss floor")
    assert cells(page, "2-D") == ["36.0°", "15.1", "0.480", "0.191"]
    assert cells(page, "3-D")[-1] == "0.596"
    assert page.get_by_text("margin 0.35 does not fit").count() == 1
    rows = {row[0]: row[1:] for row in ask(page, "b.rows('needed')")}
    assert rows[10] == pytest.approx([15.14, 6.18, 3.955], abs=0.005)


def test_the_figure_of_adacos_is_in_the_table_and_in_the_csv(page) -> None:
    turn_knobs(page, kind="arcface", classes=2000, dim="high", s=30, m=0.5)
    assert cells(page, "AdaCos, s = 10.7")[:2] == ["0.959", "0.500"]
    assert cells(page, "s = 64")[-2:] == ["0.971", "83.2°"]
    assert note(page, "Probability of the own class") == "½ at 46.7°"
    head, *rows = ask(page, "b.rows('probability')")
    at_45 = dict(zip(head, rows[45], strict=True))
    assert at_45["P_s10_m0"] == pytest.approx(0.371, abs=5e-4)


def test_dragging_the_half_way_point_sets_the_scale_without_the_server(page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    turn_knobs(page, m=0)
    page.mouse.move(*ask(page, f"b.place('probability', {math.degrees(math.acos(math.log(1999) / 30))}, 0.5)"))
    page.mouse.down()
    page.mouse.move(*ask(page, "b.place('probability', 45, 0.5)"), steps=4)
    eventually(lambda: ask(page, "b.values.s") == pytest.approx(10.749, abs=0.15))
    assert page.locator(".knob[data-knob=s] .field").input_value() == str(ask(page, "b.values.s"))
    assert asked == []
    page.mouse.up()
    eventually(lambda: "s=10" in page.evaluate("location.search"))
    eventually(lambda: ask(page, "b.values.kind") == "cosface")  # Python's answer: it never heard of the knobs here


def test_a_handle_moves_by_keys(page) -> None:
    before = ask(page, "b.values.classes")
    page.locator(".handle[data-handle=point-s]").focus()
    page.keyboard.press("ArrowLeft")
    assert ask(page, "b.values.classes") < before
    page.keyboard.press("ArrowUp")
    eventually(lambda: "classes=" in page.evaluate("location.search"))


def test_redraws_take_less_than_a_blink(page) -> None:
    for view in ("needed", "adacos", "sizes"):
        took = []
        for s in range(20, 70, 10):
            turn_knobs(page, below=view, s=s)
            took.append(ask(page, "b.took"))
        assert min(took) < 250, view


def test_dynamic_adacos_runs_away_in_the_plane_step_by_step(page) -> None:
    turn_knobs(page, below="adacos", classes=10, dim="2", theta=0)
    assert note(page, "Dynamic AdaCos") == "settles at 4.26"
    assert ask(page, "b.at") == 30
    turn_knobs(page, theta=45)
    assert note(page, "Dynamic AdaCos") == note(page, "From s") == "grows without bound"
    rows = ask(page, "b.rows('steps')")
    assert rows[0][1:] == ["s_C10_2", "s_C2000_high"]
    assert rows[31][1] > 1e5
    assert rows[31][2] == pytest.approx(10.74, abs=0.01)


def test_the_rarest_class_is_asked_for_most(page) -> None:
    turn_knobs(page, below="sizes")
    assert cells(page, "m in rad")[::4] == ["0.500", "0.050"]
    page.locator(".handle[data-handle=n3]").focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert ask(page, "b.values.n3") < 300
    eventually(lambda: "n3=" in page.evaluate("location.search"))
