"""What trained runs of the app draw of their margins: gaps, hatches, borders, rings and centres, to the pixel."""

from __future__ import annotations

import io
import math
from contextlib import ExitStack
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from app_page import eventually, opened, stage
from PIL import Image

from lossviz.datasets import load
from lossviz.frame import Frame, Tape
from lossviz.geometry import angular_gap
from lossviz.runs.store import SHIPPED

pytestmark = pytest.mark.browser

CIRCLE = 0.78
"""The unit circle's radius as a share of half the panel."""


@cache
def tape(key: str) -> Tape:
    """A recorded run that is shipped with the app."""
    return Tape.from_bytes((SHIPPED / f"{key}.tape").read_bytes())


def labels() -> np.ndarray:
    return np.asarray(load("mnist5k").probe_labels)


class Shown:
    """A page that rests on the last frame of a loss's recorded run, without anything that moves."""

    def __init__(self, page) -> None:
        self.page = page
        eventually(lambda: stage(page).get("state") == "recorded" and self.told["shown"] == self.told["frames"] - 1)
        self.box = page.locator(".plane").first.bounding_box()
        self.half = min(self.box["width"], self.box["height"]) / 2
        run = tape(self.told["key"])
        self.knobs: dict = run.header["recipe"]["knobs"]
        self.frame: Frame = list(run.frames())[-1]

    @property
    def told(self) -> dict:
        return stage(self.page)

    def pixels(self) -> np.ndarray:
        """The picture, [height, width, 3]."""
        return np.asarray(Image.open(io.BytesIO(self.page.screenshot(clip=self.box))).convert("RGB"), dtype=int)

    def at(self, place) -> np.ndarray:
        """Pixels from the panel's corner of a place in the plane."""
        x, y = np.asarray(place) * self.half / self.told["limit"]
        return np.array([self.box["width"] / 2 + x, self.box["height"] / 2 - y])

    def pick(self, point: int) -> None:
        x, y = self.at(self.frame.points[point])
        self.page.mouse.click(float(self.box["x"] + x), float(self.box["y"] + y))
        eventually(lambda: self.told.get("picked", {}) and self.told["picked"]["point"] == point)


@pytest.fixture(scope="module")
def show(app, browser):
    """`show("arcface")`: the recorded run of a loss, at rest; the page stays for the next test of that loss."""
    latest: dict[str, Shown] = {}
    with ExitStack() as page:

        def shown(loss: str) -> Shown:
            if loss not in latest:
                page.close()
                latest.clear()
                latest[loss] = Shown(page.enter_context(opened(browser, app, f"/train?loss={loss}")))
            return latest[loss]

        yield shown


@pytest.mark.parametrize("loss", ["sphereface", "cosface", "arcface"])
def test_the_drawn_gaps_are_those_of_the_frames_class_vectors(show, loss):
    shown = show(loss)
    vectors, m = shown.frame.vectors[:, 0].astype(float), shown.knobs["m"]
    angles = np.arctan2(vectors[:, 1], vectors[:, 0])
    drawn = shown.told["gaps"]
    assert len(drawn) == 10
    for k, j, theta, gap, *_ in drawn:
        apart = (angles[j] - angles[k]) % (2 * math.pi)
        assert theta == pytest.approx(math.degrees(apart), abs=0.1)
        assert gap == pytest.approx(math.degrees(angular_gap(loss, apart, m)), abs=0.5)
    assert_hatched(shown, drawn)


def assert_hatched(shown: Shown, gaps: list[list[float]]) -> None:
    """The hatch fills these gaps to a degree, and no more."""
    picture, centre = shown.pixels(), (shown.box["width"] / 2, shown.box["height"] / 2)

    def coloured(degrees: float) -> bool:
        """Whether a place between circle and middle has a class's colour, and is not grey."""
        angle, r = math.radians(degrees), shown.half * CIRCLE * 0.55
        x, y = round(centre[0] + r * math.cos(angle)), round(centre[1] - r * math.sin(angle))
        return int(np.ptp(picture[y, x])) > 4

    wide = [(a, b) for *_, a, b in gaps if b - a > 5]
    found = [[coloured(at) for at in (a - 1.2, a + 1.2, b - 1.2, b + 1.2)] for a, b in wide]
    # class 8 is grey itself, on both of its sides
    assert found.count([True, False, False, True]) >= len(wide) - 2 > 5


def test_a_dragged_margin_redraws_within_100_ms_and_asks_nobody(show):
    shown = show("arcface")
    page, asked = shown.page, []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.evaluate(
        "() => { window.__sent = 0; const send = WebSocket.prototype.send;"
        " WebSocket.prototype.send = function (...of) { window.__sent += 1; return send.apply(this, of); }; }"
    )
    turned = (
        "(m) => new Promise((done) => { const before = performance.now(); const s = window.__stage;"
        " document.dispatchEvent(new CustomEvent('lossviz:knob', { detail: { name: 'm', value: m } }));"
        " const look = () => Math.abs(s.gaps[0][3] - (m * 180) / Math.PI) < 0.5"
        " ? done(performance.now() - before) : requestAnimationFrame(look); look(); })"
    )
    # the quickest of five: a machine that is busy elsewhere says nothing of the stage
    took = min(page.evaluate(turned, m) for m in (0.45, 0.2, 0.4, 0.25, 0.35))
    assert took < 100
    assert (asked, page.evaluate("window.__sent")) == ([], 0)


def test_softmax_draws_the_line_where_two_scores_are_equal(show):
    shown = show("softmax")
    frame, picture, limit = shown.frame, shown.pixels(), shown.told["limit"]
    w, b = frame.vectors[:, 0].astype(float), frame.bias.astype(float)
    tints: dict[int, np.ndarray] = {}
    right = wrong = 0
    for k, j in combinations(range(10), 2):
        normal, offset = w[k] - w[j], b[k] - b[j]
        length = np.hypot(*normal)
        foot, along = -offset * normal / length**2, np.array([-normal[1], normal[0]]) / length
        for far in (-0.9 * limit, 0.9 * limit):
            place = foot + far * along
            if set(np.argsort(w @ place + b)[-2:]) != {k, j}:
                continue
            step = 3 * limit / shown.half * normal / length
            for owner, side in ((k, place + step), (j, place - step)):
                x, y = np.round(shown.at(side)).astype(int)
                colour = picture[y, x]
                same = tints.setdefault(owner, colour)
                right, wrong = right + (np.abs(same - colour).max() <= 4), wrong + (np.abs(same - colour).max() > 4)
    assert len(tints) >= 8
    assert len({tuple(tint) for tint in tints.values()}) == len(tints)
    assert right >= 16
    assert wrong <= 2


def test_softmax_leaves_no_gap(show):
    shown = show("softmax")
    shown.page.get_by_role("button", name="Layers").click()
    shown.page.get_by_role("radio", name="Unit circle").check()
    gaps = [gap for _, _, _, gap, *_ in eventually(lambda: shown.told["gaps"])]
    shown.page.get_by_role("radio", name="Plane").check()
    shown.page.keyboard.press("Escape")
    assert gaps == pytest.approx([0.0] * len(gaps), abs=1e-3)


def test_contrastive_has_a_ring_of_its_margin_around_the_picked_digit(show):
    shown = show("contrastive")
    shown.pick(lonely(shown.frame))
    scale = shown.half / shown.told["limit"]
    assert [ring["radius"] for ring in shown.told["rings"]["rings"]] == pytest.approx([4.0 * scale], abs=1)


@pytest.mark.parametrize(("loss", "m"), [("triplet", 1.0), ("triplet_batch_hard", None)])
def test_a_triplet_loss_has_rings_at_d_ap_and_a_margin_beyond(show, loss, m):
    shown = show(loss)
    anchor = lonely(shown.frame)
    shown.pick(anchor)
    points, own = shown.frame.points.astype(float), labels() == labels()[anchor]
    d_ap = np.linalg.norm(points[own] - points[anchor], axis=1).max()
    scale = shown.half / shown.told["limit"]
    expected = [d_ap * scale] if m is None else [d_ap * scale, (d_ap + m) * scale]
    assert [ring["radius"] for ring in shown.told["rings"]["rings"]] == pytest.approx(expected, abs=1)
    first = shown.told["rings"]["rings"][0]
    assert (first["x"], first["y"]) == pytest.approx(tuple(shown.at(points[anchor])), abs=1)


def lonely(frame: Frame) -> int:
    """The digit of a frame with the most room around it among those well inside the picture."""
    points = frame.points.astype(float)
    apart = np.linalg.norm(points[:, None] - points, axis=2) + 1e9 * np.eye(len(points))
    inside = np.linalg.norm(points, axis=1) < 0.6 * np.abs(points).max()
    return int((apart.min(1) * inside).argmax())


def test_centres_lie_where_the_frame_has_them(show):
    shown = show("center")
    expected = [shown.at(centre) for centre in shown.frame.centres]
    assert np.abs(np.array(shown.told["centres"]) - expected).max() < 1
