"""The pages on wrong labels and rare classes: numbers against scikit-learn's, and each page opened once and dragged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from app_page import address, eventually
from contexts import new_page
from playwright.sync_api import expect
from serving import Server
from sklearn.metrics import precision_recall_fscore_support
from watching import watch

from lossviz.geometry import dynamic_margins
from lossviz.ui.boards.imbalance import BOARD, MOST, NEARLY_EQUAL, rule, sizes

pytestmark = pytest.mark.browser

SIZES = [
    *({"tail": tail} for tail in (1.0, 7.0, 100.0, 160.0, 1000.0)),  # 400/160 lies half-way between two whole numbers
    {"sizes": "equal"},
    {"sizes": "hand", "counts": "400_300_200_100_50_40_30_20_10_5", "rule": "ab"},
]


@contextmanager
def opened(browser: Any, app: Server, path: str) -> Iterator[Any]:
    """A page with its board drawn."""
    with new_page(browser, app.url, 1440, 1000) as page:
        seen = watch(page)
        page.goto(app.url + path)
        eventually(lambda: page.evaluate("() => Boolean(window.__board?.settled)"))
        yield page
    assert seen.faults == []


def rows(page: Any, figure: str) -> list[list[Any]]:
    """A figure's numbers without their head."""
    found: list[list[Any]] = page.evaluate("(id) => window.__board.rows(id)", figure)
    return found[1:]


@pytest.mark.parametrize("threshold", [10.0, 25.0, 60.0])
def test_precision_recall_and_f_are_those_of_scikit_learn(run: Any, threshold: float) -> None:
    chance = np.random.default_rng(3)
    angles, wrong = chance.uniform(0, 90, 200).round(1), chance.random(200) < 0.3
    digits = [{"dominant": a, "wrong": w} for a, w in zip(angles.tolist(), wrong.tolist(), strict=True)]
    found = run("board/noise_model.js", "m.cleaning(given.digits, given.threshold)", digits=digits, threshold=threshold)
    wanted = precision_recall_fscore_support(wrong, angles > threshold, average="binary")[:3]
    assert (found["precision"], found["recall"], found["f"]) == pytest.approx(wanted)
    assert found["suspects"] == (angles > threshold).sum()


def test_class_sizes_and_margins_are_those_of_the_runs(run: Any) -> None:
    cases = [BOARD.defaults | settings for settings in SIZES]
    handed = {"equal": list(NEARLY_EQUAL), "most": MOST}
    modelled = "given.cases.map((values) => m.modelOf({ values, given: given.handed }))"
    found = run("board/imbalance_model.js", modelled, cases=cases, handed=handed)
    for values, model in zip(cases, found, strict=True):
        assert tuple(model["counts"]) == sizes(values)
        assert model["margins"] == pytest.approx(dynamic_margins(sizes(values), **rule(values)))


def test_a_dragged_threshold_changes_suspects_numbers_and_link(browser: Any, app: Server) -> None:
    with opened(browser, app, "/noise") as page:
        assert len(rows(page, "dominant")) == len(rows(page, "nearest")) == 4000
        before = len(rows(page, "suspects"))
        handle = page.locator("[data-handle=threshold]")
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y, steps=4)
        eventually(lambda: len(rows(page, "suspects")) < before)  # before Python hears of it
        assert "threshold" not in address(page)
        page.mouse.up()
        eventually(lambda: "threshold=" in address(page))
        threshold = page.evaluate("() => window.__board.values.threshold")
        beyond = [row for row in rows(page, "dominant") if row[3] > threshold]
        assert len(rows(page, "suspects")) == len(beyond)
        wrong = sum(given != true for _, given, true, _ in beyond)
        first = page.locator(".tables table").first.locator("tbody tr").first
        expect(first.locator("td").nth(0)).to_have_text(f"{len(beyond):,}")
        expect(first.locator("td").nth(1)).to_have_text(f"{wrong / len(beyond):.1%}")
        page.reload()
        eventually(lambda: page.evaluate("() => window.__board?.values?.threshold") == threshold)


def test_a_bar_moved_by_key_draws_class_sizes_by_hand(browser: Any, app: Server) -> None:
    with opened(browser, app, "/imbalance") as page:
        assert [n for _, n in rows(page, "sizes")] == [400, 240, 144, 86, 52, 31, 19, 11, 7, 4]
        margins = {c: dynamic for c, _, _, dynamic in rows(page, "margins")}
        assert (margins[0], margins[9]) == pytest.approx((0.05, 0.5))
        page.locator("[data-handle=n9]").focus()
        page.keyboard.press("ArrowUp")
        eventually(lambda: "counts=400_240_144_86_52_31_19_11_7_5" in address(page))
        assert "sizes=hand" in address(page)
        assert rows(page, "sizes")[9] == [9, 5]
        assert all(0 <= share <= 1 for row in rows(page, "right") for share in row[2:])
