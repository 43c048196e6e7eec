"""The page on classes left out in the browser: one threshold for all figures, and tables that say what is known."""

from __future__ import annotations

import numpy as np
import pytest
from app_page import eventually, stage
from contexts import new_page
from scipy.stats import norm
from watching import watch

pytestmark = pytest.mark.browser

CURVE = {"thresholds": [0.9, 0.5, 0.2, -0.4], "far": [0.0, 0.1, 0.5, 1.0], "tar": [0.3, 0.6, 0.9, 1.0]}
MID = {"threshold": 0.7, "far": 0.05, "tar": 0.45}


@pytest.mark.parametrize(("asked", "value"), [("atRate", 0.05), ("atThreshold", 0.7)])
def test_rates_and_thresholds_lead_to_each_other(run, asked: str, value: float) -> None:
    found = run("board/openset_rates.js", f"m.{asked}(given.curve, given.value)", curve=CURVE, value=value)
    assert found == pytest.approx(MID)


def test_deviates_are_those_of_the_normal_distribution(run) -> None:
    shares = [1e-6, 0.001, 0.02, 0.3, 0.5, 0.8, 0.999]
    assert run("board/openset_rates.js", "given.shares.map(m.deviate)", shares=shares) == pytest.approx(
        norm.ppf(shares).tolist(), rel=1e-8, abs=1e-9
    )
    assert run("board/openset_rates.js", "given.values.map(m.shareOf)", values=[-2.0, 0.0, 1.0]) == pytest.approx(
        norm.cdf([-2, 0, 1]).tolist(), abs=1e-8
    )


def test_too_few_pairs_say_how_many_are_needed(run) -> None:
    known = [[0.9, 0.8, 1.0], [0.1, 0.0, 0.2], [0.5, 0.4, 0.6], [0.4, 0.3, 0.5]]
    loss = {"name": "L", "pairs": [20, 100], "numbers": [*known, [None, None, None]]}
    words = {"needs": "needs {n}, has {has}", "table_unseen": "{same} of {different}"}
    table = run("board/openset_tables.js", "m.verifiedTable(given)", losses=[loss], looked=loss, words=words,
                values={"pairs": "unseen"})  # fmt: skip
    assert table["rows"][0][1:4] == ["0.900 (0.800 … 1.000)", "10.0% (0.0 … 20.0)", "50.0% (40.0 … 60.0)"]
    assert table["rows"][0][5]["words"] == "needs 1,000, has 100"


def test_a_faint_image_is_faint_in_a_drawing_too(run) -> None:
    draw = "(() => { const pen = new m.SvgPen(9, 9); pen.globalAlpha = 0.3;"
    drawn = run("board/svgpen.js", f"{draw} pen.drawImage(document.createElement('canvas'), 0, 0, 4, 4);"
                " return pen.toString(); })()")  # fmt: skip
    assert 'opacity="0.3"' in drawn


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as it opens."""
    with new_page(browser, app.url, 1440, 1400) as page:
        seen = watch(page)
        page.goto(f"{app.url}/openset")
        eventually(lambda: page.evaluate("() => Boolean(window.__board?.settled && window.__board.figures.length)"))
        eventually(lambda: stage(page).get("frames", 0) > 0)
        yield page
        assert seen.faults == []


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def test_it_opens_with_three_runs_their_curves_and_the_worst_pairs(page) -> None:
    assert len(stage(page)["panels"]) == 3
    assert ask(page, "b.figures") == ["pairs", "roc", "det", "errors"]
    assert {row[0] for row in ask(page, "b.rows('roc')")[1:]} == set(page.locator("figcaption").all_inner_texts()[:3])
    counts = np.array(ask(page, "b.rows('pairs')")[1:])[:, 2:].sum(0)
    assert counts.tolist() == [9900, 10000]
    assert len(ask(page, "b.rows('errors')")) == 17


def test_the_threshold_moves_by_keys_in_all_figures_and_goes_into_the_link(page) -> None:
    handle = page.locator('.handle[data-handle="threshold"]').first
    before = handle.get_attribute("aria-label")
    handle.focus()
    page.keyboard.press("Shift+ArrowRight")
    eventually(lambda: ask(page, "b.values.far < 0.05"))
    eventually(lambda: "far=" in page.evaluate("location.search"))
    assert handle.get_attribute("aria-label") != before
    assert handle.get_attribute("aria-label") == page.locator('.handle[data-handle="roc_place"]').get_attribute(
        "aria-label"
    )


def test_other_pairs_have_other_numbers(page) -> None:
    page.get_by_role("radio", name="Trained", exact=True).check()
    eventually(lambda: "39,600" in page.locator(".tables caption").first.inner_text())
    assert page.locator(".tables tbody tr").first.locator("td").first.inner_text().startswith("0.97")
