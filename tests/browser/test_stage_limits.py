"""What a browser may lack or lose: WebGL2, the graphics card, the wish for motion, the run itself."""

import io

import numpy as np
import pytest
from harness.opening import wait
from PIL import Image
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NO_WEBGL = """
const given = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind === 'webgl2' ? null : given.call(this, kind, ...rest);
};
"""


def picture(page) -> np.ndarray:
    """The picture as the reader sees it, grey values."""
    return np.asarray(Image.open(io.BytesIO(page.locator(".plane").screenshot())).convert("L"), float)


def difference(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.abs(one - other).mean())


def test_without_webgl2_the_points_are_drawn_still_and_it_says_so(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=cosine-0", script=NO_WEBGL)
    wait(page, "s.state === 'recorded' && s.shown === 39 && !s.webgl")
    expect(page.locator(".notice")).to_contain_text("does not offer WebGL2")
    drawn = page.locator("canvas.overlay").evaluate(
        "c => { const d = c.getContext('2d').getImageData(0, 0, c.width / 2, c.height / 2).data;"
        " let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 100; return n; }"
    )
    assert drawn > 1000


def test_a_lost_graphics_card_comes_back_with_the_picture(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    page.wait_for_timeout(800)
    before = picture(page)
    page.locator("canvas.gl").evaluate(
        "c => { window.__card = c.getContext('webgl2').getExtension('WEBGL_lose_context'); __card.loseContext(); }"
    )
    wait(page, "!s.webgl")
    page.evaluate("__card.restoreContext()")
    wait(page, "s.webgl")
    page.wait_for_timeout(800)
    assert difference(before, picture(page)) < 2


@pytest.mark.parametrize("kind", ["cosine", "sphere"])
def test_less_motion_means_the_last_frame_at_once(resting, stage_server, kind):
    page = resting(stage_server, f"/?tapes={kind}-0&width=1024")
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    wait(page, "s.shown === 39 && !s.playing")


@pytest.mark.parametrize("kind", ["cosine", "sphere"])
def test_a_background_tab_catches_up_without_a_burst(open_page, stage_server, kind):
    page = open_page(stage_server, f"/?live={kind}-4?hz=30&width=640", reduced_motion="no-preference")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    wait(page, "s.frames > 30")
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: false, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange'))"
    )
    wait(page, "s.frames - 1 - s.shown <= 2")
