"""The plane of similarities: what circle loss and straight margins pull where, and where they stop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lossviz.figures import circle

CIRCLE, AM, TRIPLET = circle.plane("circle"), circle.plane("am"), circle.plane("triplet")


@pytest.mark.parametrize(("point", "gradient"), [("A", (84, -36)), ("B", (36, -84)), ("T", (20, -20))])
def test_circle_loss_pulls_as_published(point: str, gradient: tuple[float, float]) -> None:
    assert CIRCLE.gradients[point] == pytest.approx(gradient, abs=1e-3)


def test_near_its_goal_circle_loss_hardly_pulls() -> None:
    near = circle.plane("circle", points={"near": (0.1, 0.9)})
    assert near.gradients["near"] == pytest.approx((0.0063, -0.0063), abs=1e-4)


@pytest.mark.parametrize(("point", "gradient"), [("A", (80, -80)), ("B", (80, -80)), ("T", (40, -40))])
def test_am_softmax_pulls_both_alike(point: str, gradient: tuple[float, float]) -> None:
    assert AM.gradients[point] == pytest.approx(gradient, abs=1e-3)


@pytest.mark.parametrize("m", [0.1, 0.25, 0.325])
def test_the_boundary_of_circle_loss_is_an_arc_about_0_1(m: float) -> None:
    away = np.hypot(*(circle.plane("circle", m=m).boundary - [0, 1]).T)
    assert away == pytest.approx(np.full(len(away), math.sqrt(2) * m))


def test_the_arc_reaches_both_edges_of_the_plane() -> None:
    assert CIRCLE.boundary[-1] == pytest.approx([math.sqrt(2) * 0.25, 1])
    assert CIRCLE.boundary[:, 0].min() <= 0


@pytest.mark.parametrize("m", [0.1, 0.25, 0.325])
def test_line_and_arc_touch_at_t(m: float) -> None:
    arc = circle.plane("circle", m=m)
    gap = arc.boundary[:, 1] - arc.boundary[:, 0]
    assert arc.goal == (m, 1 - m)
    assert gap.min() == pytest.approx(1 - 2 * m, abs=1e-3)
    assert arc.boundary[gap.argmin()] == pytest.approx(arc.goal, abs=0.02)


def test_the_line_of_figure_5_lies_at_0_35() -> None:
    line = circle.plane("am", m=0.325).boundary
    assert line[:, 1] - line[:, 0] == pytest.approx([0.35, 0.35])


def test_t_and_t_prime_of_figure_1_lie_on_the_straight_margin_but_not_on_the_arc() -> None:
    both = {"T": (0.2, 0.5), "T′": (0.4, 0.7)}
    straight, bent = (circle.plane(loss, m=0.35, points=both) for loss in ("am", "circle"))
    assert [way[-1] == pytest.approx(way[0]) for way in straight.ways.values()] == [True, True]
    assert [way[-1] == pytest.approx(way[0]) for way in bent.ways.values()] == [False, False]


def first(found: circle.Plane, point: str) -> np.ndarray:
    """How a point moves at first: (by s_n, by s_p)."""
    way = found.ways[point]
    return way[1] - way[0]


def test_circle_loss_first_lowers_s_n_where_that_is_worse() -> None:
    by_sn, by_sp = first(CIRCLE, "A")
    assert by_sn < 0 < by_sp
    assert abs(by_sn) > 2 * by_sp


def test_circle_loss_first_raises_s_p_where_that_is_worse() -> None:
    by_sn, by_sp = first(CIRCLE, "B")
    assert by_sn < 0 < by_sp
    assert by_sp > 2 * abs(by_sn)


@pytest.mark.parametrize("point", ["A", "B", "C"])
def test_triplet_loss_moves_both_alike(point: str) -> None:
    by_sn, by_sp = first(TRIPLET, point)
    assert by_sp == pytest.approx(-by_sn)
    assert by_sp > 0


@pytest.mark.parametrize("detached", [True, False])
def test_arrows_aim_at_the_goal_of_their_convention(detached: bool) -> None:
    found = circle.plane("circle", detached=detached)
    goal = np.array([-0.25, 1.25]) if detached else np.array([0, 1])
    pulls = found.pulls[np.linalg.norm(found.pulls, axis=1) > 1]
    places = found.places[np.linalg.norm(found.pulls, axis=1) > 1]
    towards = goal - places
    assert pulls[:, 0] * towards[:, 1] == pytest.approx(pulls[:, 1] * towards[:, 0])
    assert ((pulls * towards).sum(axis=1) > 0).all()


@pytest.mark.parametrize("loss", ["triplet", "am"])
def test_under_a_straight_margin_both_surfaces_are_one_plateau(loss: str) -> None:
    found = circle.surfaces(loss)
    before = found.at[None, :] - found.at[:, None] + 0.5 > 0.2
    assert found.d_sp == pytest.approx(found.d_sn)
    assert found.d_sn[before] == pytest.approx(np.ones(before.sum()), abs=1e-6)


def test_the_surfaces_of_circle_loss_are_unequal_and_fade() -> None:
    found = circle.surfaces("circle")
    at_worst_sp = found.d_sn[0]
    assert np.diff(at_worst_sp) == pytest.approx(np.full(100, 0.01), abs=1e-6)
    assert found.d_sp[0, 20] == pytest.approx(1.25)
    assert found.d_sn[0, 20] == pytest.approx(0.45)


def test_the_unified_loss_of_one_pair_is_am_softmax_with_margin_m() -> None:
    assert circle.plane("unified", m=0.4).value == pytest.approx(circle.plane("am", m=0.3).value)


def test_of_a_negative_m_the_loss_nowhere_falls_below_ln_2() -> None:
    found = circle.plane("circle", m=-0.1, low=-0.2)
    assert found.value.min() == pytest.approx(math.log(2))
    assert found.boundary.tolist() == [[-0.2, 0.9], [0.1, 0.9], [0.1, 1.0]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_drawing_holds_the_boundary_and_every_way(theme) -> None:
    figure = circle.drawn(CIRCLE, theme)
    lines = [trace for trace in figure.data if trace.type == "scatter"]
    assert [len(line.x) for line in lines] == [len(CIRCLE.boundary), 240, 240, 240]
    assert {note.text for note in figure.layout.annotations} == {"", "A", "B", "C", "◇ T"}


def test_a_surface_is_drawn_with_its_boundary() -> None:
    found = circle.surfaces("circle")
    figure = circle.surface_drawn(found, "d_sn", "light")
    assert np.array_equal(figure.data[0].z, found.d_sn)
    assert list(figure.data[1].x) == list(found.boundary[:, 0])
