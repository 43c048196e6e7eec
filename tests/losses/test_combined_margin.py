"""The combined margin: what it reduces to, and that its target only falls."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz import geometry
from lossviz.losses.combined_margin import combined_cosine
from lossviz.losses.functional import arcface, combined_margin, cosface, normalized_softmax

X, W = (torch.randn(n, 2, generator=torch.Generator().manual_seed(n)) for n in (40, 4))
Y = torch.arange(40) % 4
CLOSE = {"rtol": 1e-4, "atol": 1e-4}


@pytest.mark.parametrize("m", [0.0, 0.5, 1.5])
def test_the_angle_alone_is_arcface_also_past_its_threshold(m: float) -> None:
    found = combined_margin(X, Y, weights=W, m1=1.0, m2=m, m3=0.0)
    torch.testing.assert_close(found, arcface(X, Y, weights=W, m=m), **CLOSE)


def test_the_cosine_alone_is_cosface() -> None:
    found = combined_margin(X, Y, weights=W, m1=1.0, m2=0.0, m3=0.35)
    torch.testing.assert_close(found, cosface(X, Y, weights=W, m=0.35), **CLOSE)


def test_no_margin_is_normalised_softmax() -> None:
    found = combined_margin(X, Y, weights=W, s=9.0, m1=1.0, m2=0.0, m3=0.0)
    torch.testing.assert_close(found, normalized_softmax(X, Y, weights=W, s=9.0), **CLOSE)


@pytest.mark.parametrize("margins", [(1.0, 0.3, 0.2), (0.9, 0.4, 0.15), (1.35, 0.0, 0.0)])
def test_up_to_100_degrees_the_target_is_the_closed_form(margins: tuple[float, float, float]) -> None:
    theta = torch.linspace(0, math.radians(100), 50, dtype=torch.float64)
    expected = torch.tensor(geometry.combined_target_logit(theta.numpy(), *margins))
    torch.testing.assert_close(combined_cosine(theta.cos(), theta, *margins), expected)


@pytest.mark.parametrize("m1", [0.9, 1.0, 1.35, 2.0])
@pytest.mark.parametrize("m2", [0.0, 0.4, 1.57])
def test_the_target_never_rises_with_the_angle(m1: float, m2: float) -> None:
    theta = torch.linspace(0, math.pi, 2001, dtype=torch.float64)
    assert (combined_cosine(theta.cos(), theta, m1, m2, 0.1).diff() <= 1e-12).all()


@pytest.mark.parametrize(("wrong", "name"), [({"m1": 0.0}, "m1"), ({"m2": 2.0}, "m2"), ({"m3": -0.1}, "m3")])
def test_a_margin_out_of_range_is_refused(wrong: dict[str, float], name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} must"):
        combined_margin(X, Y, weights=W, **wrong)
