"""Two classes as data: the published numbers are read off what would be drawn."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pytest

from lossviz.figures import margins
from lossviz.geometry.two_classes import Asks, widest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Softmax", [0.940, 0.766, 0.500, 0.174, -0.174]),
        ("SphereFace, λ = 5", [0.812, 0.482, 0.167, -0.316, -0.684]),
        ("m₁ = 1.35", [0.891, 0.588, 0.156, -0.309, -0.707]),
        ("ArcFace", [0.661, 0.364, 0.024, -0.320, -0.625]),
        ("CosFace", [0.590, 0.416, 0.150, -0.176, -0.524]),
        ("CM1", [0.597, 0.342, 0.022, -0.325, -0.657]),
        ("CM2", [0.606, 0.366, 0.076, -0.236, -0.539]),
    ],
)
def test_target_logits_of_arcfaces_figure_4b(name: str, expected: list[float]) -> None:
    more = {"SphereFace, λ = 5": Asks("sphereface", m=4, lam=5), "m₁ = 1.35": Asks("combined_margin", m1=1.35)}
    found = margins.curves(margins.PUBLISHED | more, [20, 40, 60, 80, 100])
    assert found.values[name] == pytest.approx(expected, abs=6e-4)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SphereFace", [0, 80, 160, np.nan, np.nan]),
        ("CosFace", [49.5, 53.9, 65.4, 81.4, 100.2]),
        ("ArcFace", [28.6, 48.6, 68.6, 88.6, 108.6]),
    ],
)
def test_boundaries_of_arcfaces_figure_5(name: str, expected: list[float]) -> None:
    found = margins.plane(theta1=[0, 20, 40, 60, 80])
    assert found.theta2[name] == pytest.approx(expected, abs=0.06, nan_ok=True)


def test_cosfaces_boundary_is_straight_in_the_plane_of_cosines() -> None:
    first, second = margins.plane(theta1=[10, 50, 90]).cosines["CosFace"]
    assert first - second == pytest.approx([0.35] * 3)


@pytest.mark.parametrize(("m", "gap"), [(0.1, 15.0), (0.2, 30.3)])
def test_gaps_of_cosfaces_eight_classes(m: float, gap: float) -> None:
    assert margins.arc(45, {"CosFace": Asks("cosface", m=m)}).gaps["CosFace"] == pytest.approx(gap, abs=0.05)


def test_gaps_between_ten_digits_in_the_plane() -> None:
    """36° apart: SphereFace leaves 21.6°, ArcFace's 0.5 rad 28.6°; CosFace's 0.35 is above 1 − cos 36° = 0.191."""
    found = margins.arc(36).gaps
    assert found["SphereFace"] == pytest.approx(21.6)
    assert found["ArcFace"] == pytest.approx(math.degrees(0.5))
    assert found["CosFace"] is None
    assert widest(math.radians(36), margins.PUBLISHED["CosFace"]) == pytest.approx(0.19098, abs=5e-6)
    assert widest(math.radians(45), margins.PUBLISHED["CosFace"]) == pytest.approx(0.2929, abs=5e-5)


def test_the_slope_of_psi_is_flat_at_45_degrees() -> None:
    found = margins.curves({"SphereFace": Asks("sphereface", m=4)}, [45, 90, 135], slope=True)
    assert found.values["SphereFace"] == pytest.approx([0, 0, 0], abs=1e-12)


def test_the_drawings_hold_the_data_and_name_every_loss_once() -> None:
    found = margins.plane()
    for figure in (margins.drawn_plane(found, "light"), margins.drawn_cosines(found, "dark")):
        names = [text for trace in figure.data for text in trace.text if text]
        assert names == list(margins.PUBLISHED)
    lines = margins.drawn_curves(margins.curves(), "light").data
    assert list(lines[3].y) == list(margins.curves().values["ArcFace"])


def test_the_docstring_examples_hold() -> None:
    found = doctest.testmod(margins)
    assert found.attempted == 3
    assert found.failed == 0
