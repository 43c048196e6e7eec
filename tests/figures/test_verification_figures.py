"""Pairs as data: shares between the edges, rates at a working point, and straight lines where they must be."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from lossviz.figures import verification

CUTS = np.linspace(6.0, -4.0, 400)


def answer(apart: float = 2.0) -> dict[str, np.ndarray]:
    """Similarities of one class are normal about `apart`, those of two about 0."""
    return {
        "unseen_bins": np.array([[1, 3, 4], [6, 2, 0]]),
        "unseen_curve": np.stack([CUTS, norm.sf(CUTS), norm.sf(CUTS - apart)]),
        "edges": np.array([-1.0, -0.5, 0.5, 1.0]),
        "cosine": np.array([True]),
    }


def test_each_heap_is_a_share_of_its_own_pairs() -> None:
    found = verification.similarities(answer())
    assert found.same.tolist() == [0.125, 0.375, 0.5]
    assert found.different.tolist() == [0.75, 0.25, 0.0]


def test_the_working_point_of_two_normal_heaps() -> None:
    here = verification.similarities(answer(), far=0.1).here
    assert here.threshold == pytest.approx(norm.isf(0.1), abs=1e-3)
    assert here.tar == pytest.approx(norm.sf(norm.isf(0.1) - 2), abs=1e-3)


def test_normal_heaps_make_a_straight_det_line() -> None:
    found = verification.curves({"two": answer(2.0)})
    line = verification.det_drawn(found, "light").data[0]
    inside = (line.x > -3) & (line.x < 1) & (line.y > -3) & (line.y < 1)
    assert inside.sum() > 50
    assert (line.x + line.y)[inside] == pytest.approx(-2, abs=1e-6)


def test_every_run_has_its_line_and_its_place() -> None:
    found = verification.curves({"near": answer(1.0), "far": answer(3.0)}, far=0.01)
    figure = verification.roc_drawn(found, "dark")
    assert [trace.name for trace in figure.data[:4]] == ["near", "far", "near", "far"]
    assert figure.data[3].x[0] == pytest.approx(0.01)
    assert figure.data[3].y[0] == pytest.approx(norm.sf(norm.isf(0.01) - 3), abs=1e-3)


def test_the_drawing_says_where_it_works() -> None:
    figure = verification.drawn(verification.similarities(answer(), far=0.1), "light")
    assert [note.text for note in figure.layout.annotations] == ["1.28", "FAR 10.0%, TAR 76.4%, FRR 23.6%"]
