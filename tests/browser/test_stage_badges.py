"""A mouse about a badge: on its disc it means the class, beside it the point that lies there."""

import pytest

pytestmark = pytest.mark.browser

SAID = (
    "(() => { const plane = document.createElement('div'), badge = document.createElement('button'), said = [];"
    " badge.className = 'badge'; badge.onclick = () => said.push('class'); plane.append(badge);"
    " document.body.append(plane);"
    " const now = { count: 1, points: Int16Array.from([0, 0]), dim: 2, unit: 1 };"
    " const view = { x: 100, y: 100, width: 200, height: 200, half: 100, plane: 1, round: 80, circle: 0 };"
    " const box = plane.getBoundingClientRect(), badges = [{ x: 100, y: 113, r: 10 }];"
    " m.listen(plane, { zoom: 1 }, { panel: () => ({ view, now, shown: [], labels: null, badges }), moved: () => {},"
    " hover: (point) => said.push(`over ${point}`), pick: (point) => said.push(`point ${point}`) });"
    " const at = (y) => ({ clientX: box.x + 100, clientY: box.y + y, bubbles: true, pointerType: given.kind });"
    " for (const y of given.heights) badge.dispatchEvent(new PointerEvent(given.what, at(y)));"
    " plane.remove(); return said; })()"
)
"""What comes of a pointer at some heights: a point lies at 100, the disc of a badge from 103 to 123."""


def said(run, what, kind="mouse"):
    return run("pointer.js", SAID, what=what, kind=kind, heights=[101, 108])


def test_a_click_beside_the_disc_picks_the_point_and_one_on_it_the_class(run):
    assert said(run, "click") == ["point 0", "class"]


def test_a_finger_or_a_key_always_means_the_class(run):
    assert said(run, "click", "touch") == said(run, "click", "") == ["class", "class"]


def test_what_lies_under_a_disc_is_not_told(run):
    assert said(run, "pointermove") == ["over 0", "over null"]
