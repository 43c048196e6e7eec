"""What can be dragged or picked in a figure, by the keyboard."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

PLACED = """(() => {
  const area = document.createElement('div');
  document.body.append(area);
  const handles = new m.Handles(area, { moving() {}, moved() {} });
  const still = [['left', 0, 0], ['middle', 4, 1], ['right', 9, 0], ['above', 4, 8]];
  handles.place({ X: (x) => 10 * x, Y: (y) => 100 - 10 * y }, [
    { id: 'knob', name: 'knob', x: 1, y: 1, moved: () => ({}) },
    ...still.map(([id, x, y]) => ({ id, name: id, x, y, picked: () => ({}) })),
  ]);
  const stops = () => [...area.children].filter((b) => b.tabIndex === 0).map((b) => b.dataset.handle);
  const at = (id) => area.querySelector(`[data-handle=${id}]`);
  const first = stops();
  at('left').focus();
  const way = given.keys.map((key) => {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return document.activeElement.dataset.handle;
  });
  return { first, way, last: stops() };
})()"""


def test_handles_that_stay_are_one_stop_of_tab_and_arrows_go_from_one_to_the_next(run) -> None:
    keys = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp"]
    found = run("board/handle.js", PLACED, keys=keys)
    assert found["first"] == ["knob", "left"]
    assert found["way"] == ["middle", "right", "right", "middle", "above"]
    assert found["last"] == ["knob", "above"]


ENDED = """(() => {
  const area = document.createElement('div');
  document.body.append(area);
  const told = [];
  const handles = new m.Handles(area, { moving: (change) => told.push(change.x), moved() {} });
  const [X, Y] = [(x) => x, (y) => y];
  handles.place({ X, Y }, [
    { id: 'threshold', name: 't', x: 30, y: 1, ends: [0, 180], moved: (x) => ({ x }) },
    { id: 'free', name: 'f', x: 1, y: 1, moved: (x) => ({ x }) },
  ]);
  for (const id of ['free', 'threshold']) {
    for (const key of ['Home', 'End']) {
      area.querySelector(`[data-handle=${id}]`).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  }
  return told;
})()"""


def test_home_and_end_go_to_the_ends_of_a_handle_that_has_any(run) -> None:
    assert run("board/handle.js", ENDED) == [0, 180]


RATES = """(() => {
  const curve = { thresholds: [0.9, 0.5, 0.1], far: [0, 0.2, 1], tar: [0.4, 0.8, 1] };
  return m.EVERY.flatMap((end) => [m.kept(end), m.kept(m.shareOf(end)), m.atThreshold(curve, end).far]);
})()"""


def test_the_ends_of_a_threshold_are_where_nothing_and_where_everything_is_accepted(run) -> None:
    assert run("board/openset_rates.js", RATES) == [0, pytest.approx(0), 1, 1, 1, 0]
