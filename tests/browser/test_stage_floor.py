"""The floor in the loss curve: a dashed line at its height, from where the published form is in force to the end."""

import pytest

from lossviz import catalog
from lossviz.geometry import loss_floor

pytestmark = pytest.mark.browser

DRAWN = (
    "(() => { const dashed = []; let dash = [], path = [];"
    " const pen = new Proxy({ measureText: () => ({ width: 9 }), setLineDash: (d) => { dash = d; },"
    " beginPath: () => { path = []; }, moveTo: (...p) => path.push(p), lineTo: (...p) => path.push(p),"
    " stroke: () => { if (dash.length) dashed.push(path); } }, { get: (o, k) => o[k] ?? (() => {}), set: () => true });"
    " const theme = { ink: '#111111', ink2: '#222222', ink3: '#333333', font: 'x' };"
    " m.drawLoss(pen, { width: 336, height: 260 }, { ...given.course, words: given.words, theme }); return dashed; })()"
)
"""The paths that are dashed, on a chart of 336 × 260: steps span x from 30 to 330, 0 … 10 spans y from 236 up to 36."""
WORDS = {"loss": "Loss", "floor": "floor {value}", "epoch_axis": "epoch {epoch}"}


def dashed(run, floor, floor_from):
    losses = [{"step": step, "loss": 10.0 - step / 100} for step in (0, 300, 600)]
    course = {"losses": losses, "steps": 600, "at": 2, "epochs": 20, "floor": floor, "floorFrom": floor_from}
    return run("charts.js", DRAWN, course=course, words=WORDS)


def test_cosface_of_the_paper_has_its_floor_at_5_47(run):
    recipe = catalog.resolve(loss="cosface", m=0.35, s=30.0, blend=0.0)
    floor = loss_floor(recipe.loss, recipe.knobs, 10, recipe.dim)
    assert floor == pytest.approx(5.47, abs=0.005)
    height = pytest.approx(236 - 5.47 / 10 * 200, abs=0.1)
    assert dashed(run, floor, 0) == [[[30, height], [330, height]]]


def test_it_begins_where_the_published_form_is_in_force(run):
    (path,) = dashed(run, 3.0, 0.5)
    assert [x for x, _ in path] == [180, 330]


def test_a_loss_without_a_floor_has_no_line(run):
    assert dashed(run, None, 0) == []


@pytest.mark.parametrize(
    ("knobs", "start"), [({"blend": 0.85}, 0.85), ({"blend": 0.0}, 0), ({"gamma_start": 4.0}, 0.5), ({}, 0)]
)
def test_a_blend_or_a_growing_scale_puts_it_off(run, knobs, start):
    assert run("legs.js", "m.floorFrom(given.header)", header={"steps": 600, "recipe": {"knobs": knobs}}) == start
