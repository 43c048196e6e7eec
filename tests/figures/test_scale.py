"""Scale and margin as data: the published numbers are read off what would be drawn."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from lossviz.figures import scale
from lossviz.geometry.two_classes import Asks

FOUND = scale.adacos_figure()


@pytest.mark.parametrize(
    ("name", "degrees", "expected"),
    [("s = 10", 0, 0.917), ("s = 10", 45, 0.371), ("s = 64", 80, 0.971), ("AdaCos", 0, 0.959), ("AdaCos", 45, 0.500)],
)
def test_probabilities_of_adacos_figure(name: str, degrees: int, expected: float) -> None:
    assert FOUND.lines.y[name][degrees] == pytest.approx(expected, abs=5e-4)


def test_half_way_angles_of_adacos_figure() -> None:
    assert FOUND.half["s = 64"] == pytest.approx(83.2, abs=0.05)
    assert FOUND.half["AdaCos"] == pytest.approx(45)


def test_with_twenty_thousand_classes_a_scale_of_ten_is_hardly_sure() -> None:
    assert scale.adacos_figure(20000).lines.y["s = 10"][0] == pytest.approx(0.524, abs=5e-4)


def test_a_margin_moves_the_half_way_angle() -> None:
    asked = {str(m): (30.0, Asks("arcface", m=m)) for m in (0, 0.25, 0.5, 0.75, 1.0)}
    half = list(scale.probabilities(asked).half.values())
    assert half == pytest.approx([75.3, 61.0, 46.7, 32.4, 18.0], abs=0.05)


@pytest.mark.parametrize(("probability", "bound", "plane"), [(0.9, 3.955, 15.14), (0.99, 6.113, 27.69)])
def test_cosfaces_bound_beside_what_the_plane_needs(probability: float, bound: float, plane: float) -> None:
    found = scale.needed_scales(probability, [10])
    assert found.y["CosFace's bound"][0] == pytest.approx(bound, abs=5e-4)
    assert found.y["2-D"][0] == pytest.approx(plane, abs=0.005)


def test_margins_that_fit() -> None:
    found = scale.fitting_margins("cosface", [8, 10]).y
    assert found["2-D"] == pytest.approx([0.2929, 0.19098], abs=5e-5)
    assert found["3-D"][1] == pytest.approx(0.5956, abs=5e-5)
    assert found["C dimensions"][1] == pytest.approx(10 / 9)


def test_cosfaces_floor_rises_where_its_margin_does_not_fit() -> None:
    floor = scale.floors({"m": Asks("cosface", m=0.35)}, 10, 2).y["m"]
    assert floor[29] == pytest.approx(5.47, abs=0.005)
    assert floor[99] > floor[29]


def test_no_floor_without_an_arrangement() -> None:
    with pytest.raises(ValueError, match="known even arrangement"):
        scale.floors({"m": Asks("cosface", m=0.35)}, 2000, 3)


def test_dynamic_adacos_settles_in_high_dimension_and_runs_away_in_the_plane() -> None:
    found = scale.adacos_walks({"plane": (10, 2), "high": (2000, 2000)}, 45.0).y
    assert found["plane"][-1] > 1e5
    assert found["high"] == pytest.approx(np.full(31, 10.74), abs=0.02)


def test_the_rarest_class_has_half_a_radian_and_the_commonest_a_tenth_of_it() -> None:
    margins = scale.margins_by_size([6000, 10, 300], m_min=0.05, m_max=0.5, lam=0.25).y["m"]
    assert margins[[0, -1]] == pytest.approx([0.5, 0.05])


def test_the_drawing_names_every_line_at_its_last_value() -> None:
    figure = scale.drawn(scale.needed_scales(0.9, [4, 10, 20]), "dark")
    assert [note.text for note in figure.layout.annotations] == ["CosFace's bound", "2-D", "3-D"]
    assert figure.layout.annotations[2].x == pytest.approx(1)  # ten classes: no code is known for twenty
    assert len(scale.drawn(FOUND, "light").data) == 4


def test_examples() -> None:
    assert doctest.testmod(scale).failed == 0
