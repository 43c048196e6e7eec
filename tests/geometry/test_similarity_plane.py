"""Circle loss and AM-Softmax in the plane of similarities."""

from __future__ import annotations

import numpy as np
import pytest

from lossviz.geometry import am_softmax_gradient, circle_boundary_sp, circle_gradient


def test_the_boundary_joins_its_line_continuously() -> None:
    assert circle_boundary_sp(-0.25, 0.25) == pytest.approx(circle_boundary_sp(-0.25 + 1e-9, 0.25))
    assert circle_boundary_sp(-0.9, 0.25) == 0.75


@pytest.mark.parametrize(("sn", "m"), [(0.36, 0.25), (0.5, -0.1)])
def test_where_there_is_no_boundary(sn: float, m: float) -> None:
    assert circle_boundary_sp(sn, m) is None


def test_the_loss_is_ln_2_on_the_boundary_so_z_is_a_half() -> None:
    sn = 0.1
    found = circle_gradient(sn, circle_boundary_sp(sn, 0.25), gamma=32.0, m=0.25)
    assert found["d_sn"] == pytest.approx(0.5 * 32 * (sn + 0.25))


def test_circle_pushes_harder_on_the_worse_similarity() -> None:
    found = circle_gradient(np.array([0.8, 0.2]), np.array([0.8, 0.2]), gamma=80.0, m=0.25)
    assert found["d_sn"] == pytest.approx([84, 36])
    assert found["d_sp"] == pytest.approx([-36, -84])


def test_am_softmax_pushes_alike() -> None:
    found = am_softmax_gradient(np.array([0.8, 0.2]), np.array([0.8, 0.2]), gamma=80.0, m=0.25)
    assert found["d_sn"] == pytest.approx([80, 80])
    assert found["d_sp"] == pytest.approx([-80, -80])
