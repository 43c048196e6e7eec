"""The mathematics of the page of scales in the browser: over a grid the same as Python's, to 1e-6."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from lossviz.geometry import (
    adacos_fixed_scale,
    adacos_rest,
    adacos_scales,
    centre_probability,
    cosface_min_scale,
    dynamic_margins,
    half_way_angle,
    leaning_cosines,
    needed_scale,
    own_probability,
    scale_at_half,
    spread_cosines,
    spread_loss,
    widest_angle,
)
from lossviz.geometry.two_classes import Asks
from lossviz.ui.boards.scale_told import CODES

pytestmark = pytest.mark.browser

Run = Callable[..., Any]
GIVEN = {str(C): code for C, code in CODES.items()}


def compared(here: list[Any], there: list[Any], cases: list[Any]) -> None:
    """Every case must agree; a wrong one is named."""
    for case, mine, theirs in zip(cases, here, there, strict=True):
        assert theirs == pytest.approx(mine, rel=1e-6, abs=1e-6), case


def _or_less(value: float | None) -> float:
    """What is not there as a number that nothing has."""
    return -1.0 if value is None else value


def test_own_probability(run: Run) -> None:
    cases = list(product(("arcface", "cosface"), (0.0, 0.3, 1.0), (1.0, 10.7, 64.0), (3, 10, 2000), (0.0, 0.8, 2.9)))
    there = run(
        "board/ownprobability.js",
        """given.cases.map(([loss, margin, s, C, theta]) => {
          const asks = { loss, m: margin };
          return [m.probability(theta, s, C, asks), m.halfWay(s, C, asks) ?? -1, m.scaleAtHalf(theta, C, asks) ?? -1,
            m.fixedScale(C), m.boundScale(C, 0.9)];
        })""",
        cases=cases,
    )
    here = [
        [
            float(own_probability(theta, s, C, asks)), _or_less(half_way_angle(s, C, asks)),
            _or_less(scale_at_half(theta, C, asks)), adacos_fixed_scale(C), cosface_min_scale(C, 0.9),
        ]
        for loss, m, s, C, theta in cases
        for asks in [Asks(loss, m=m)]
    ]  # fmt: skip
    compared(here, there, cases)


def test_arrangements(run: Run) -> None:
    cases = [*product((3, 4, 5, 7, 10, 12), (2, 3, 20)), (2000, 2), (2000, 2000)]
    there = run(
        "board/arrangements.js",
        """given.cases.map(([C, d]) => {
          const rows = m.spread(C, d, given.codes);
          return [...[1, 30, 100].map((s) => m.lossOf(m.logSums(rows, s), s, 0.65)), m.centreProbability(rows, 5),
            ...[0.5, 0.9, 0.999].map((P) => m.neededScale(rows, P)), m.leastAngle(rows)];
        })""",
        cases=cases, codes=GIVEN,
    )  # fmt: skip
    here = [
        [
            *(spread_loss(cosines, s, 0.65) for s in (1, 30, 100)), centre_probability(cosines, 5),
            *(needed_scale(cosines, P) for P in (0.5, 0.9, 0.999)), math.acos(cosines.max()),
        ]
        for C, d in cases
        if (cosines := spread_cosines(C, d)) is not None
    ]  # fmt: skip
    compared(here, there, cases)


def test_the_bound_on_angles_of_the_sphere(run: Run) -> None:
    cases = [13, 20, 100, 20000]
    there = run("board/neededview.js", "given.cases.map((C) => m.fejesToth(C))", cases=cases)
    compared([widest_angle(C, 3)[0] for C in cases], there, cases)


def test_dynamic_adacos(run: Run) -> None:
    cases = [*product((3, 5, 10, 12), (2, 3, 20), (0.0, 0.3, 0.8, 1.5)), (2000, 2, 0.3), (2000, 2000, 0.8)]
    there = run(
        "board/adacossteps.js",
        """(async () => {
          const { leaning } = await import('/_stcore/bidi-components/lossviz.stage/board/arrangements.js');
          return given.cases.map(([C, d, theta]) => {
            const rows = leaning(C, d, theta, given.codes);
            return [...m.scales(C, rows, theta, 30), m.restOf(C, rows, theta) ?? -1];
          });
        })()""",
        cases=cases, codes=GIVEN,
    )  # fmt: skip
    seen = [(C, leaning_cosines(C, d, theta), theta) for C, d, theta in cases]
    here = [[*adacos_scales(*each, 30), _or_less(adacos_rest(*each))] for each in seen]
    compared(here, there, cases)


def test_dynamic_margins(run: Run) -> None:
    sizes = [10, 60, 300, 6000]
    cases = [
        {"rule": rule, "lam": lam, "m_min": 0.05, "m_max": 0.5, "a": 0.8, "b": 0.1}
        for rule in ("range", "ab")
        for lam in (0.0, 0.25, 1.0)
    ]
    there = run(
        "board/classsizes.js", "given.cases.map((one) => given.sizes.map(m.marginRule(given.sizes, one)))",
        cases=cases, sizes=sizes,
    )  # fmt: skip
    names = {"range": ("m_min", "m_max"), "ab": ("a", "b")}
    here = [
        dynamic_margins(sizes, lam=float(one["lam"]), **{name: float(one[name]) for name in names[str(one["rule"])]})
        for one in cases
    ]
    compared(here, there, cases)
