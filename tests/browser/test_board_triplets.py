"""The page of triplets: the browser's mathematics against Python's, and the page opened once, dragged and read."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from app_page import address, eventually
from contexts import new_page
from watching import watch

from lossviz.geometry import mined_numbers, mined_triplets
from lossviz.losses import functional as F
from lossviz.ui.boards.triplets import LOSSES, PLACED

pytestmark = pytest.mark.browser

LABELS = [0] * 4 + [1] * 4 + [2] * 4
PLACES = (np.array([int(part) for part in PLACED.split("_")], float) / 100).reshape(-1, 2)
UNEVEN = [3, 1, 1, 0, 3, 1, 0, 2, 3]
BATCHES = [
    (PLACES, LABELS),
    (np.random.default_rng(0).normal(size=(9, 2)), UNEVEN),
    (0.05 * PLACES, LABELS),
    (np.zeros((12, 2)), LABELS),
]


def test_minings_are_those_of_python(run) -> None:
    cases = [
        {"points": points.tolist(), "labels": labels, "margin": margin, "draw": 7}
        for (points, labels), margin in itertools.product(BATCHES, (0.0, 0.3, 1.0))
    ]
    found = run(
        "board/mining.js",
        "given.cases.map((c) => { const apart = m.distances(c.points);"
        " return Object.entries(m.MININGS).map(([id, mine]) => { const taken = mine(apart, c.labels, c);"
        " return [id, taken, m.counts(apart, taken, c.margin), m.summary(apart, taken, c.margin)]; }); })",
        cases=cases,
    )
    for case, minings in zip(cases, found, strict=True):
        for mining, taken, counts, summary in minings:
            wanted = mined_triplets(case["points"], case["labels"], mining, margin=case["margin"], draw=7)
            numbers = mined_numbers(case["points"], wanted, case["margin"])
            assert [tuple(one) for one in taken] == wanted, (mining, case)
            assert counts == {"easy": numbers.easy, "semihard": numbers.semihard, "hard": numbers.hard}
            assert (summary["number"], summary["active"]) == (numbers.number, numbers.active)
            assert summary["mean"] == pytest.approx(numbers.mean, abs=1e-6)
            assert summary["meanActive"] == pytest.approx(numbers.mean_active, abs=1e-6)


def quadruplets(labels: list[int]) -> torch.Tensor:
    """Every (a, p, n1, n2): two of one class and two of two others."""
    n = range(len(labels))
    rows = [
        (a, p, x, y)
        for a, p, x, y in itertools.product(n, n, n, n)
        if a != p and labels[a] == labels[p] and len({labels[a], labels[x], labels[y]}) == 3
    ]
    return torch.tensor(rows)


def by_torch(loss: str, x: torch.Tensor, y: torch.Tensor, m: float, tau: float) -> torch.Tensor:
    """The library's loss of this name, as the page describes it."""
    match loss:
        case "contrastive":
            return F.contrastive(x, y, margin=m)
        case "triplet":
            return F.triplet_batch_all(x, y, margin=m)
        case "hard" | "soft":
            return F.triplet_batch_hard(x, y, margin=m if loss == "hard" else "soft")
        case "semihard":
            return F.triplet_semihard(x, y, margin=m, distance="euclidean", normalize=False)
        case "quadruplet":
            rows = quadruplets(y.tolist())
            return F.quadruplet(x, y, quadruplets=rows, alpha1=m, alpha2=m / 2, distance="euclidean")
        case "lifted":
            return F.lifted_structure(x, y, margin=m)
        case "npair":
            return F.n_pair(x, y, similarity="sqeuclidean")
        case "infonce":
            return F.infonce(x, y, tau=tau, similarity="sqeuclidean")
    raise AssertionError(loss)


def test_forces_are_minus_the_gradients_of_the_library(run) -> None:
    settings = [(1.0, 1.0), (0.35, 0.3), (3.0, 4.0)]
    cases = [
        {"loss": loss, "points": points.tolist(), "labels": labels, "settings": {"margin": m, "tau": tau}}
        for loss, (points, labels), (m, tau) in itertools.product(LOSSES, BATCHES, settings)
    ]
    found = run(
        "board/forces.js", "given.cases.map((c) => m.pulls(c.loss, c.points, c.labels, c.settings))", cases=cases
    )
    for case, pulls in zip(cases, found, strict=True):
        x = torch.tensor(case["points"], dtype=torch.float64, requires_grad=True)
        value = by_torch(case["loss"], x, torch.tensor(case["labels"]), *case["settings"].values())
        (gradient,) = torch.autograd.grad(value, x)
        where = (case["loss"], case["settings"], len(case["labels"]))
        assert pulls["loss"] == pytest.approx(float(value.detach()), abs=1e-6), where
        assert np.abs(np.array(pulls["gradient"]) - gradient.numpy()).max() < 1e-6, where


def test_the_module_says_what_torch_says(run) -> None:
    triplets = [[2, 1, n] for n in range(4, 12)] + [[0, 3, 5], [7, 4, 0]]
    keys = ("margin", "p", "eps", "swap", "reduction")
    told = [
        dict(zip(keys, each, strict=True))
        for each in itertools.product((0.1, 1.0, 2.5), (1.0, 2.0, 3.5, 10.0), (1e-6, 0.05), (False, True),
                                      ("mean", "sum", "none"))
    ]  # fmt: skip
    found = run(
        "board/tripletmargin.js",
        "given.told.map((s) => m.reduced(m.terms(given.points, given.triplets, s).map((t) => t.loss), s.reduction))",
        told=told,
        points=PLACES.tolist(),
        triplets=triplets,
    )
    anchor, positive, negative = torch.tensor(PLACES)[torch.tensor(triplets)].unbind(1)
    for settings, value in zip(told, found, strict=True):
        wanted = torch.nn.TripletMarginLoss(**settings)(anchor, positive, negative)
        assert value == pytest.approx(wanted.tolist(), abs=1e-6), settings


ANCHOR, POSITIVE, NEGATIVE = (-0.6, 0.2), (-0.9, 1.4), (1.3, 0.9)
"""Of the placed points: the anchor, its farthest twin, and a semi-hard stranger."""


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as it opens; fails at the end for console errors and strange hosts."""
    with new_page(browser, app.url, 1440, 1000) as opened:
        seen = watch(opened)
        opened.goto(f"{app.url}/triplets", wait_until="commit")
        settled(opened)
        yield opened
    assert seen.faults == []


def settled(page) -> None:  # type: ignore[no-untyped-def]
    page.wait_for_function("() => window.__board && window.__board.settled", timeout=45_000)


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def categories(page) -> dict[str, str]:  # type: ignore[no-untyped-def]
    """Every negative's difficulty, as the CSV has it."""
    return {row[0]: row[6] for row in ask(page, "b.rows('anchor')")[1:] if row[6]}


def press(page, figure: str, place: tuple[float, float]) -> None:  # type: ignore[no-untyped-def]
    page.mouse.click(*ask(page, f"b.place('{figure}', {place[0]}, {place[1]})"))
    settled(page)


def test_the_picture_is_there_without_a_click(page) -> None:
    """d(a, p) = √(0.3² + 1.2²) = 1.237; between it and 2.237 lie four strangers."""
    assert categories(page) == {
        "1₁": "semihard", "1₂": "semihard", "1₃": "easy", "1₄": "hard",
        "2₁": "semihard", "2₂": "semihard", "2₃": "hard", "2₄": "easy",
    }  # fmt: skip
    cells = page.locator(".tables td").all_inner_texts()
    assert cells[:12] == ["2", "4", "2", "8", "4", "12", "8", "24", "26", "92", "170", "288"]


def test_a_drag_is_answered_by_the_browser_alone(page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    x, y = ask(page, f"b.place('anchor', {NEGATIVE[0]}, {NEGATIVE[1]})")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=3)
    eventually(lambda: categories(page)["1₂"] == "easy")
    assert ask(page, "b.took") < 250
    assert asked == []
    page.mouse.up()
    eventually(lambda: "places=" in address(page))
    page.get_by_role("button", name="Restore defaults").click()
    eventually(lambda: "places" not in address(page) and categories(page)["1₂"] == "semihard")


def test_a_slider_widens_the_ring_before_python_hears_of_it(page) -> None:
    slider = page.get_by_role("slider", name="Margin m")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("PageUp")
    eventually(lambda: "easy" not in categories(page).values())
    assert ask(page, "b.took") < 250
    eventually(lambda: "margin=3" in address(page))
    for _ in range(4):
        page.keyboard.press("PageDown")
    eventually(lambda: "margin" not in address(page))


def test_a_press_picks_an_anchor_and_keys_do_too(page) -> None:
    press(page, "anchor", NEGATIVE)
    eventually(lambda: "anchor=5" in address(page))
    page.locator("[data-handle='2']").press("Enter")
    eventually(lambda: "anchor" not in address(page))
    press(page, "anchor", (-1.6, 0.6))
    eventually(lambda: "positive=0" in address(page))
    page.locator("[data-handle='1']").press("Enter")
    eventually(lambda: "positive=1" in address(page))


def test_an_arrow_key_moves_a_point(page) -> None:
    handle = page.locator("[data-handle='8']")
    handle.press("ArrowRight")
    eventually(lambda: "_35_-130_" in address(page))
    handle.press("ArrowLeft")
    eventually(lambda: "places" not in address(page))


def test_the_module_gives_torchs_value(page) -> None:
    page.get_by_role("radio", name="torch.nn").check()
    anchor, positive = (torch.tensor([place], dtype=torch.float64) for place in (ANCHOR, POSITIVE))
    wanted = torch.nn.TripletMarginLoss()(anchor, positive, torch.tensor(PLACES[4:]))
    eventually(lambda: page.locator(".tables td").last.inner_text() == f"{wanted:.4f}")
    eventually(lambda: page.get_by_text("torch.nn.TripletMarginLoss(margin=1.0").count() == 1)


def test_a_collapsed_batch_rests_at_the_margin_or_at_ln_2(page) -> None:
    page.get_by_role("radio", name="Forces").check()
    eventually(lambda: page.locator(".tables tr").count() == 10)
    told = [line.split("\t") for line in page.locator(".tables tbody").inner_text().splitlines()]
    rest = {cells[0].strip(): cells[-1].strip() for cells in told}
    assert (rest["Triplet, batch-hard"], rest["Triplet, batch-hard, soft"]) == ("1.0000", "0.6931")


def test_points_go_down_the_loss(page) -> None:
    page.locator(".bar .play").click()
    eventually(lambda: ask(page, "b.at") > 60)
    losses = [row[1] for row in ask(page, "b.rows('course')")[1:]]
    assert losses[0] == pytest.approx(1.0514, abs=1e-4)
    assert losses[-1] < 0.1
