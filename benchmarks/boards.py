"""The pages of closed forms in Chromium: nothing enters; how long they take to open and to redraw leaves.

    python -m benchmarks.boards

Every page in each of its views, on software graphics: every slider is turned through its range, every handle dragged.
Run it on a quiet machine; the load average stands beside the figures.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from benchmarks.app import browser, served, until
from lossviz.params import Choice, Integer, Param, Real
from lossviz.ui.board import Board
from lossviz.ui.boards import circle, margins, scale, triplets, unified

PAGES = {
    "margins": (margins.BOARD, margins.hidden),
    "scale": (scale.BOARD, scale.hidden),
    "circle": (circle.BOARD, circle.hidden),
    "unified": (unified.BOARD, unified.hidden),
    "triplets": (triplets.BOARD, triplets.hidden),
}
TURNS, DRAGS, OPENED = 8, 6, 2
DRAWN = "() => Boolean(window.__board && window.__board.draws > 0)"
RESTS = "() => window.__board.settled && !window.__board.playing"
TURN = """async ({ name, value }) => {
  document.dispatchEvent(new CustomEvent('lossviz:knob', { detail: { name, value } }));
  const { draws } = window.__board;
  for (let i = 0; i < 60 && window.__board.draws === draws; i++) await new Promise(requestAnimationFrame);
  return window.__board.draws === draws ? 0 : window.__board.took; // 0: nothing here hangs on it
}"""
HANDLES = """() => [...document.querySelectorAll('*')].flatMap((e) => (e.shadowRoot
  ? [...e.shadowRoot.querySelectorAll('.handle:not(.fixed)')] : [])).map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })"""


def main() -> None:
    """Measures and prints one line a page and view."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with browser() as chrome, served() as server:
        for page, (board, hidden) in PAGES.items():
            for view in views(board):
                measure(chrome, f"{server.url}/{page}", board, hidden, view)


def views(board: Board) -> list[dict[str, Any]]:
    """One setting for every choice of the page's first switch, and the page as it opens."""
    first = next((p for p in board.params if isinstance(p, Choice)), None)
    return [{}] if first is None else [{first.name: choice} for choice in first.choices]


def measure(chrome: Any, url: str, board: Board, hidden: Any, view: Mapping[str, Any]) -> None:
    """Opens one view, turns its sliders and drags its handles."""
    page = chrome.new_page(viewport={"width": 1440, "height": 1000})
    asked = "&".join(f"{name}={value}" for name, value in view.items())
    waits = []
    for _ in range(OPENED + 1):  # the first one fills the browser's cache
        began = time.perf_counter()
        page.goto(f"{url}?{asked}")
        until(lambda: bool(page.evaluate(DRAWN)))
        waits.append(time.perf_counter() - began)
    until(lambda: bool(page.evaluate(RESTS)))
    values = {p.name: p.default for p in board.params} | dict(view)
    gone = set(hidden(values))
    slowest: list[tuple[float, str]] = []
    for param in (p for p in board.params if isinstance(p, Real | Integer) and p.name not in gone):
        took = sorted(float(page.evaluate(TURN, {"name": param.name, "value": v})) for v in through(param))
        slowest.append((took[-2], param.name))
    slowest += dragged(page)
    worst, name = max(slowest, default=(0.0, "nothing"))
    print(
        f"{url.rsplit('/')[-1]} {asked}: opens in {min(waits[1:]):.2f} … {max(waits[1:]):.2f} s; "
        f"{len(slowest)} sliders and handles, slowest redraw {worst:.0f} ms ({name})",
        flush=True,
    )
    page.close()


def through(param: Param) -> Iterator[float]:
    """Values from one end of a slider to the other."""
    assert isinstance(param, Real | Integer)
    for value in np.linspace(param.low, param.high, TURNS):
        yield int(value) if isinstance(param, Integer) else float(value)


def dragged(page: Any) -> list[tuple[float, str]]:
    """The slowest redraw while each handle is dragged."""
    found = []
    for n in range(len(page.evaluate(HANDLES))):
        places = page.evaluate(HANDLES)
        if n >= len(places):
            break
        x, y = places[n]
        page.mouse.move(x, y)
        page.mouse.down()
        took = []
        for i in range(DRAGS):
            page.mouse.move(x + 3 * i, y - 2 * i)
            page.wait_for_timeout(25)
            took.append(float(page.evaluate("() => window.__board.took")))
        page.mouse.up()
        page.wait_for_timeout(150)
        found.append((sorted(took)[-2], f"handle {n}"))
    return found


if __name__ == "__main__":
    main()
