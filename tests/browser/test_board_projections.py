"""Projections and linear metrics in the browser: the ring shows its points in all pictures, metrics are Python's."""

from __future__ import annotations

import numpy as np
import pytest
from app_page import eventually
from contexts import new_page
from watching import watch

from lossviz.classic import Matrix, Pairs, itml, lmnn, mmc
from lossviz.classic.itml import divergence, usual_bounds
from lossviz.classic.lmnn import pull_and_push, targets
from lossviz.classic.mmc import objective
from lossviz.classic.nca import agreement
from lossviz.ui.boards.classic import PLACED

pytestmark = pytest.mark.browser

LABELS = np.repeat([0, 1], 8)
LEARNED = "['nca', 'lmnn', 'itml', 'mmc'].map((id) => m.learned(id, m.problem(given.points, given.labels)))"


def test_metrics_of_two_features_reach_the_objectives_of_python(run) -> None:  # type: ignore[no-untyped-def]
    points = np.array(PLACED.split("_"), float).reshape(16, 2) / 100
    found = run("board/classic_solvers.js", LEARNED, points=points.tolist(), labels=LABELS.tolist())
    metrics = [np.array([[a, b], [b, c]]) for a, b, c in found]
    maps = [np.linalg.cholesky(metric).T for metric in metrics]
    i, j = np.triu_indices(16, 1)
    same = LABELS[i] == LABELS[j]
    pairs = Pairs(np.stack([i, j], 1)[same], np.stack([i, j], 1)[~same])
    wanted = targets(points, LABELS, 3)
    vectors = np.concatenate(pairs.differences(points))
    upper, lower = usual_bounds(points)
    signs = np.repeat([1.0, -1.0], [len(pairs.similar), len(pairs.dissimilar)])
    bounds = np.repeat([upper, lower], [len(pairs.similar), len(pairs.dissimilar)])

    def apart(metric: Matrix) -> float:
        return divergence(metric, vectors, signs, bounds, 1.0)

    assert agreement(maps[0], points, LABELS) > agreement(np.eye(2), points, LABELS) + 0.1
    right = pull_and_push(lmnn(points, LABELS, 2), points, LABELS, wanted)[0]
    assert pull_and_push(maps[1], points, LABELS, wanted)[0] == pytest.approx(right, rel=1e-4)
    assert apart(metrics[2]) == pytest.approx(apart(itml(points, pairs, sweeps=1000, tol=1e-9)), rel=1e-4)
    assert objective(metrics[3], points, pairs) == pytest.approx(objective(mmc(points, pairs), points, pairs), rel=1e-4)


def test_what_is_ringed_in_one_picture_is_found_in_all(browser, app) -> None:  # type: ignore[no-untyped-def]
    with new_page(browser, app.url, 1440, 1000) as page:
        seen = watch(page)
        page.goto(f"{app.url}/projections")
        eventually(lambda: page.evaluate("() => window.__board?.settled && window.__board.at === 12"))
        page.get_by_text("Your own embeddings").wait_for()  # the last of the page: what is told before is not lost
        rows = ringed(page)
        assert list(rows) == ["pca", "tsne", "umap"]
        assert len(rows["pca"]) > 20
        assert rows["pca"] == rows["tsne"] == rows["umap"]
        page.locator("[data-handle=rim]").focus()
        page.keyboard.press("Shift+ArrowRight")
        eventually(lambda: "ring_r=" in page.evaluate("() => location.search"))
        assert len(ringed(page)["umap"]) > len(rows["umap"])
        assert page.locator(".tables tbody tr").count() == 4
        assert seen.faults == []


def test_a_dragged_point_changes_every_metric_at_once(browser, app) -> None:  # type: ignore[no-untyped-def]
    with new_page(browser, app.url, 1440, 1000) as page:
        seen = watch(page)
        page.goto(f"{app.url}/classic?view=ellipse")
        eventually(lambda: page.evaluate("() => window.__board?.settled"))
        before = page.locator(".tables tbody tr").all_inner_texts()
        page.locator("[data-handle=point3]").focus()
        page.keyboard.press("Shift+ArrowUp")
        eventually(lambda: page.locator(".tables tbody tr").all_inner_texts()[4] != before[4])
        after = page.locator(".tables tbody tr").all_inner_texts()
        assert after[0].split("\t")[1] == before[0].split("\t")[1]
        assert all(new != old for new, old in zip(after[2:], before[2:], strict=True))
        eventually(lambda: "places=" in page.evaluate("() => location.search"))
        assert page.evaluate("() => window.__board.took") < 300
        assert seen.faults == []


def ringed(page) -> dict[str, list[int]]:  # type: ignore[no-untyped-def]
    """The rows of the points in the ring, as each figure's CSV has them."""
    script = "() => Object.fromEntries(window.__board.figures.map((id) => [id, window.__board.rows(id)]))"
    found = page.evaluate(script)
    return {id: [line[0] for line in rows[1:] if line[-1]] for id, rows in found.items()}
