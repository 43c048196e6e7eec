"""Widest margins, against the papers' and the Tammes problem's numbers."""

from __future__ import annotations

import math

import pytest

from lossviz.geometry import cosface_max_margin, rooms, widest_angle


@pytest.mark.parametrize(
    ("classes", "dim", "degrees", "attained"),
    [
        (2, 1, 180.0, True),
        (3, 1, 0.0, True),
        (10, 2, 36.0, True),
        (3, 2, 120.0, True),
        (4, 3, 109.47, True),
        (6, 3, 90.0, True),
        (10, 3, 66.15, True),
        (10, 9, 96.38, True),
        (9, 4, 90.0, False),
    ],
)
def test_widest_angle(classes: int, dim: int, degrees: float, attained: bool) -> None:
    angle, reached = widest_angle(classes, dim)
    assert math.degrees(angle) == pytest.approx(degrees, abs=0.005)
    assert reached is attained


def test_beyond_twelve_classes_on_the_sphere_the_bound_lies_close_above_the_best() -> None:
    """24 points reach 43.69°, on the snub cube (Robinson 1961)."""
    angle, reached = widest_angle(24, 3)
    assert 43.69 < math.degrees(angle) < 45
    assert not reached


def bounds(loss: str, classes: int = 10, dim: int = 2, **knobs: float | str | bool) -> dict[str, float]:
    return {room.knob: room.bound for room in rooms(loss, knobs, classes, dim)}


@pytest.mark.parametrize(
    ("classes", "dim", "cosine", "angle"),
    [(10, 2, 0.191, 0.628), (5, 2, 0.691, 1.257), (3, 2, 1.5, 2.094), (10, 3, 0.5956, 1.1545)],
)
def test_widest_margins(classes: int, dim: int, cosine: float, angle: float) -> None:
    for loss in ("cosface", "unified"):
        assert bounds(loss, classes, dim) == {"m": pytest.approx(cosine, abs=5e-4)}
    for loss in ("arcface", "subcenter_arcface"):
        assert bounds(loss, classes, dim) == {"m": pytest.approx(angle, abs=5e-4)}
    assert bounds("dynamic_arcface", classes, dim) == {"m_max": pytest.approx(angle, abs=5e-4)}


def test_combined_margins_share_their_room() -> None:
    """cos m₂ − m₃ ≥ cos 36° = 0.809: alone they reach ArcFace's 0.628 and CosFace's 0.191."""
    assert bounds("combined_margin", m2=0.0, m3=0.0) == pytest.approx({"m2": 0.628, "m3": 0.191}, abs=5e-4)
    assert bounds("combined_margin", m2=0.3, m3=0.2) == pytest.approx({"m2": 0.0, "m3": 0.146}, abs=5e-4)


def test_circle_loss_needs_a_relaxation_of_the_cosine_over_the_root_of_2() -> None:
    """Spec 2.9: a region is there if cosΘ < √2·m; neighbours at 36° have a cosine of 0.809."""
    for loss in ("circle", "circle_class"):
        (room,) = rooms(loss, {"similarity": "cosine"}, 10, 2)
        assert (room.knob, room.bound) == ("m", pytest.approx(0.572, abs=5e-4))
        assert [room.holds(m) for m in (0.25, 0.57, 0.58)] == [False, False, True]
        assert rooms(loss, {"similarity": "inverse"}, 10, 2) == ()


@pytest.mark.parametrize(
    ("loss", "knobs", "widest"),
    [
        ("contrastive", {"normalize": True}, 0.618),
        ("contrastive", {"normalize": True, "variant": "hinge_sq"}, 0.382),
        ("triplet", {"margin": 1.0, "distance": "euclidean", "normalize": True}, 0.618),
        ("triplet_semihard", {"margin": 0.2, "distance": "sqeuclidean", "normalize": True}, 0.382),
        ("triplet_batch_all", {"margin": 0.2, "distance": "cosine", "normalize": False}, 0.191),
        ("triplet_batch_hard", {"margin": 0.2, "distance": "angle", "normalize": False}, 0.628),
    ],
)
def test_on_unit_vectors_a_margin_fits_up_to_the_distance_of_neighbours(
    loss: str, knobs: dict[str, float | str | bool], widest: float
) -> None:
    """Ten classes on the unit circle: neighbours lie 2·sin 18° = 0.618 apart."""
    assert bounds(loss, **knobs) == {"margin": pytest.approx(widest, abs=5e-4)}


@pytest.mark.parametrize(
    ("loss", "knobs"),
    [
        ("softmax", {}),
        ("sphereface", {"m": 4}),
        ("dynamic_arcface", {"a": 1.0}),
        ("unified", {"similarity": "inverse"}),
        ("contrastive", {"normalize": False}),
        ("triplet", {"margin": 1.0, "distance": "euclidean", "normalize": False}),
        ("triplet_batch_hard", {"margin": "soft", "distance": "euclidean", "normalize": True}),
        ("quadruplet", {"alpha1": 1.0, "distance": "sqeuclidean", "normalize": True, "adaptive": True}),
        ("triplet", {"margin": 1.0, "distance": "euclidean", "normalize": True, "p": 1.0}),
    ],
)
def test_a_margin_that_always_fits_has_no_bound(loss: str, knobs: dict[str, float | str | bool]) -> None:
    assert bounds(loss, **knobs) == {}


def test_one_class_has_all_the_room() -> None:
    assert bounds("arcface", 1) == {}


def test_a_bound_holds_to_the_decimal_in_which_it_is_written() -> None:
    (room,) = rooms("cosface", {}, 10, 2)
    assert [room.holds(m) for m in (0.19, 0.191, 0.192)] == [True, True, False]


def test_the_papers_bound_is_not_attained_between_plane_and_simplex() -> None:
    assert cosface_max_margin(10, 3) == {"bound": pytest.approx(10 / 9), "attained": False}


@pytest.mark.parametrize(("classes", "dim"), [(1, 2), (10, 0)])
def test_too_few_are_refused(classes: int, dim: int) -> None:
    with pytest.raises(ValueError, match="classes must be at least 2"):
        widest_angle(classes, dim)
