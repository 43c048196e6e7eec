"""The page of triplets: the browser's mathematics against Python's, and the page opened once, dragged and read."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

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
