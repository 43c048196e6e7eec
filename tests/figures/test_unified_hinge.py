"""The unified loss beside its hinge: bounds, what they leave, and whom the gradient asks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lossviz.figures import unified

FOUND = unified.comparison()


@pytest.mark.parametrize("gamma", [0.25, 16.0, 512.0])
def test_the_curve_lies_between_hinge_and_bound(gamma: float) -> None:
    found = unified.comparison(gamma=gamma)
    hinge = np.maximum(0, found.at)
    assert (found.height >= hinge).all()
    assert (found.height <= hinge + math.log(1 + 4 * 6) / gamma + 1e-12).all()


def test_the_curve_becomes_the_hinge() -> None:
    away = [np.abs(unified.comparison(gamma=g).height - np.maximum(0, FOUND.at)).max() for g in (4, 32, 256)]
    assert away == sorted(away, reverse=True)
    assert away[-1] < 0.01


def test_the_curve_goes_through_the_loss_of_these_sets() -> None:
    assert np.interp(FOUND.missed, FOUND.at, FOUND.height) == pytest.approx(FOUND.loss / 16, abs=1e-3)
    assert pytest.approx(0.47 - 0.58 + 0.25) == FOUND.missed


def test_the_gap_closes_below_its_bound() -> None:
    assert (FOUND.gap <= FOUND.gap_bound).all()
    assert FOUND.gap_bound * FOUND.gammas == pytest.approx(np.full(161, math.log(25)))
    assert FOUND.gap[-1] < 1e-4


def test_one_positive_takes_the_whole_share() -> None:
    found = unified.comparison(sp=[0.6])
    assert found.share_p.tolist() == [1.0]
    assert found.share_n.sum() == pytest.approx(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_drawings_hold_the_data(theme) -> None:
    bars = [trace for trace in unified.shares_drawn(FOUND, theme).data if trace.type == "bar"]
    assert [list(bar.y) for bar in bars] == [FOUND.share_p.tolist(), FOUND.share_n.tolist()]
    assert np.array_equal(unified.height_drawn(FOUND, theme).data[2].y, FOUND.height)
    assert np.array_equal(unified.gap_drawn(FOUND, theme).data[1].y, FOUND.gap)
