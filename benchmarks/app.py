"""The app as a visitor feels it: nothing enters; waits, redraws, memory and ends, measured in Chromium, leave.

    python -m benchmarks.app

Run it on a quiet machine; the load average stands beside the figures.
"""

from __future__ import annotations

import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import sync_playwright

from tests.chromium import FLAGS, MISSING, chromium
from tests.serving import Server, start_server

PAGES, CLICKS, DIGITS = 5, 10, 10
SEEDS = itertools.count(1000)
PICTURE = "() => window.__stage ? window.__stage.frames : 0"
PATIENCE = 60.0
TRAIN = ".st-key-train button"
ANSWER = """() => {
  const before = location.href;
  window.__answered = null;
  addEventListener('pointerup', () => { window.__asked = performance.now(); }, { capture: true, once: true });
  const look = setInterval(() => {
    if (location.href === before) return;
    window.__answered = performance.now();
    clearInterval(look);
  }, 4);
}"""


STAR = """() => {
  const before = String(window.__stage.star);
  window.__starred = null;
  addEventListener('pointerup', () => { window.__lifted = performance.now(); }, { capture: true, once: true });
  const look = () => {
    const { star } = window.__stage;
    if (!star || String(star) === before) return requestAnimationFrame(look);
    window.__starred = performance.now();
  };
  requestAnimationFrame(look);
}"""
PLACED = "() => window.__starred"


def main() -> None:
    """Measures and prints one line a figure."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with browser() as chrome:
        print(line("server start to the first page's DOM, s", [first_page(chrome) for _ in range(PAGES)]))
        with served() as server:
            live(chrome, server)
            print(f"web process {psutil.Process(server.process.pid).memory_info().rss / 1e6:.0f} MB")
            print(line("SIGTERM to the end, s", [ended(server)]))


def line(name: str, values: list[float]) -> str:
    """A figure with its spread."""
    return f"{name}: median {statistics.median(values):.3f} of {len(values)}, {min(values):.3f} … {max(values):.3f}"


@contextmanager
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    path = chromium()
    if not path:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@contextmanager
def served(workers: int = 2) -> Iterator[Server]:
    """The app in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = start_server(Path(folder), LOSSVIZ_WORKERS=str(workers))
        yield server
        server.stop()


def first_page(chrome: Any) -> float:
    """From starting the server to a page with its controls in the DOM."""
    began = time.perf_counter()
    with served() as server:
        page = chrome.new_page()
        page.goto(f"{server.url}/train")
        page.locator(TRAIN).wait_for(timeout=1e3 * PATIENCE)
        waited = time.perf_counter() - began
        page.close()
    return waited


def live(chrome: Any, server: Server) -> None:
    """Clicks Train with fresh seeds, and looks at one whole run."""
    page = chrome.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(f"{server.url}/train?seed=1")
    until(lambda: page.evaluate(PICTURE) > 1)
    page.wait_for_timeout(15_000)  # until the workers are warm
    print(line("click to the first moving frame, s", [moved(page) for _ in range(CLICKS)]))
    page.locator(TRAIN).click()
    until(lambda: page.evaluate("() => window.__stage.state") == "live")
    page.wait_for_timeout(500)
    draws, frames = counted(page), page.evaluate(PICTURE)
    began = time.perf_counter()
    page.wait_for_timeout(4_000)
    seconds = time.perf_counter() - began
    print(f"redraws a second while a run trains: {(counted(page) - draws) / seconds:.0f}")
    print(f"frames a second while a run trains: {(page.evaluate(PICTURE) - frames) / seconds:.1f}")
    answers = [answered(page, turn) for turn in range(6)]
    print(line("a slider released while a run trains, to the address bar, s", answers))
    until(lambda: page.evaluate("() => window.__stage.state") == "ended")
    print(line("a stroke on the pad to the star in the run, s", drawn(page)))
    page.close()


def moved(page: Any) -> float:
    """One click on Train, until the points of the new run move, by the page's own clock; the run is stopped again."""
    page.goto(f"{page.url.split('?')[0]}?seed={next(SEEDS)}")
    until(lambda: page.evaluate(PICTURE) > 1)
    page.wait_for_timeout(1_000)
    until(lambda: rests(page))
    before = page.evaluate("() => window.__stage.key")
    page.evaluate("() => addEventListener('click', () => { window.__asked ??= performance.now(); }, true)")
    page.locator(TRAIN).click()
    until(lambda: page.evaluate("() => window.__stage.key") != before and page.evaluate(PICTURE) > 1)
    until(lambda: page.evaluate("() => window.__stage.firstMoveAt !== null"))
    waited = page.evaluate("() => window.__stage.firstMoveAt - window.__asked") / 1e3
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped at step").wait_for(timeout=1e3 * PATIENCE)
    page.wait_for_timeout(1_000)
    return float(waited)


def rests(page: Any) -> bool:
    """Whether the recording has played and its view has settled: a quarter of a second without a redraw."""
    drawn = counted(page)
    page.wait_for_timeout(250)
    return counted(page) == drawn


def answered(page: Any, turn: int) -> float:
    """The margin's slider dragged and released, until its value is in the address bar, by the page's clock."""
    box = page.get_by_role("slider", name="Margin m").bounding_box()
    y, step = box["y"] + box["height"] / 2, box["width"] / 40
    page.mouse.move(box["x"] + 9 * step, y)
    page.mouse.down()
    page.mouse.move(box["x"] + (10 + turn) * step, y, steps=3)
    page.evaluate(ANSWER)
    page.mouse.up()
    until(lambda: page.evaluate("() => Boolean(window.__answered)"))
    waited = page.evaluate("() => window.__answered - window.__asked") / 1e3
    page.wait_for_timeout(500)
    return float(waited)


def drawn(page: Any) -> list[float]:
    """Strokes on the pad, each until the star has gone to its place, by the page's clock."""
    page.get_by_text("Draw a digit", exact=True).click()
    page.locator(".ground").wait_for()
    page.wait_for_timeout(2_000)
    until(lambda: rests(page))
    waits = []
    for n in range(DIGITS):
        box = page.locator(".ground").bounding_box()
        x = box["x"] + box["width"] * (0.2 + 0.06 * n)
        page.evaluate(STAR)
        page.mouse.move(x, box["y"] + 0.2 * box["height"])
        page.mouse.down()
        page.mouse.move(x - 20, box["y"] + (0.5 + 0.03 * n) * box["height"], steps=5)
        page.mouse.up()
        until(lambda: page.evaluate(PLACED) is not None)
        waits.append(page.evaluate("() => window.__starred - window.__lifted") / 1e3)
        page.wait_for_timeout(500)
    return waits


def counted(page: Any) -> int:
    """How often the stage has drawn."""
    return int(page.evaluate("() => window.__stage.draws"))


def ended(server: Server) -> float:
    """From SIGTERM to the end of the process."""
    began = time.perf_counter()
    server.stop()
    return time.perf_counter() - began


def until(true: Callable[[], bool]) -> None:
    """Waits until it is true."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise SystemExit("no answer within a minute")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
