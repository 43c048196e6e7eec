"""A large comparison in Chromium: nothing enters; size, waits, scrubbing and redraws of four runs leave.

    python -m benchmarks.compare

Four made-up runs of 60 frames with 2,000 points in 2-D, on software graphics. Run it on a quiet machine; the load
average stands beside the figures.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.app import browser, until
from tests.chromium import COUNT_CONTEXTS
from tests.serving import Server, start_server

TAPES = ("linear-0", "islands-0", "cosine-0", "linear-1")
READY = (
    "() => window.__stage && window.__stage.panels.length === 4 && window.__stage.panels.every((p) => p.frames === 60)"
)
SCRUB = """async () => {
  const bar = document.querySelector('.scrubber') ?? [...document.querySelectorAll('*')]
    .map((e) => e.shadowRoot?.querySelector('.scrubber')).find(Boolean);
  const waits = [];
  for (let i = 0; i < 60; i++) {
    const { draws } = window.__stage;
    const asked = performance.now();
    bar.value = (i * 37) % 60;
    bar.dispatchEvent(new Event('input'));
    while (window.__stage.draws === draws) await new Promise(requestAnimationFrame);
    waits.push(performance.now() - asked);
    await new Promise((done) => setTimeout(done, 30));
  }
  return waits;
}"""


def main() -> None:
    """Measures and prints one line a figure."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, browser() as chrome:
        server = start_server(
            Path(folder),
            "tests/browser/harness/app.py",
            HARNESS_PAGE="together.py",
            HARNESS_POINTS="2000",
            HARNESS_FRAMES="60",
        )
        try:
            print(f"four tapes: {sum(size(server, name) for name in TAPES) / 1e6:.2f} MB")
            measure(chrome, f"{server.url}/?tapes={','.join(TAPES)}")
        finally:
            server.stop()


def size(server: Server, name: str) -> int:
    """Bytes of a made-up tape."""
    with urllib.request.urlopen(f"{server.url}/lv/tape/{name}") as answer:
        return len(answer.read())


def measure(chrome: Any, url: str) -> None:
    """Opens the page, lets it play, scrubs."""
    page = chrome.new_page(viewport={"width": 1440, "height": 1000})
    page.add_init_script(COUNT_CONTEXTS)
    page.goto(url)
    page.evaluate("() => 0")
    page.reload()  # with Streamlit's own files in the cache
    began = time.perf_counter()
    until(lambda: page.evaluate(READY))
    print(f"ready after {time.perf_counter() - began:.2f} s")
    until(lambda: page.evaluate("() => window.__stage.playing"))
    draws, then = page.evaluate("() => [window.__stage.draws, performance.now()]")
    page.wait_for_timeout(2_500)
    later, now = page.evaluate("() => [window.__stage.draws, performance.now()]")
    print(f"redraws a second while it plays: {(later - draws) / (now - then) * 1e3:.0f}")
    until(lambda: not page.evaluate("() => window.__stage.playing"))
    page.wait_for_timeout(10_000)  # until the table has found all its numbers
    waits = sorted(page.evaluate(SCRUB))
    print(f"scrub to the redraw, ms: median {statistics.median(waits):.0f}, 95% {waits[int(len(waits) * 0.95)]:.0f}")
    print(f"WebGL contexts: {page.evaluate('() => window.__contexts')}")
    page.close()


if __name__ == "__main__":
    main()
