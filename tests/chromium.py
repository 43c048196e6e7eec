"""Where the browser for the tests is; run as a script it says so, or says how to get one and fails."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

MISSING = "No Chromium found, so the browser tests cannot run: make browser installs it."
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
)

COUNT_CONTEXTS = """
window.__contexts = 0;
const made = HTMLCanvasElement.prototype.getContext;
const counted = new WeakSet();
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  if (kind.startsWith('webgl') && !counted.has(this)) { counted.add(this); window.__contexts += 1; }
  return made.call(this, kind, ...rest);
};
"""
"""Run in a page before its own scripts: `window.__contexts` counts the canvases that got a WebGL context."""


def chromium() -> str | None:
    """The path of the system's Chromium, else of Playwright's own, else None."""
    system = next((path for path in map(shutil.which, NAMES) if path), None)
    return system or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    if not chromium():
        sys.exit(MISSING)
