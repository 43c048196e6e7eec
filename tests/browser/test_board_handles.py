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
