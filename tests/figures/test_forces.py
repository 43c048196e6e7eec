"""Forces as a figure: arrows, and the loss of a collapsed batch beside the one at hand."""

from __future__ import annotations

import pytest

from lossviz.figures import forces

POINTS = [[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]]
LABELS = [0, 0, 1]


def test_a_loss_stands_beside_its_value_once_all_points_coincide() -> None:
    """Two anchors have a positive: d_ap = 1, d_an = 3 and √10; collapsed, batch-hard is m (Hermans et al. 2017)."""
    found = forces.pulled("hard", POINTS, LABELS, margin=2.5)
    assert (found.loss, found.rest) == (pytest.approx((0.5 + 3.5 - 10**0.5) / 2), 2.5)


def test_a_pair_of_one_class_is_pulled_together() -> None:
    """½D² over 3 pairs: each of two points 1 apart is drawn to the other by 1/3 (Hadsell et al. 2006)."""
    found = forces.pulled("contrastive", POINTS, LABELS)
    assert found.arrows[0] == pytest.approx([1 / 3, 0.0])
    assert found.arrows[2] == pytest.approx([0.0, 0.0])


def test_every_point_has_an_arrow() -> None:
    assert len(forces.drawn(forces.pulled("contrastive", POINTS, LABELS), "dark").layout.annotations) == len(POINTS)
