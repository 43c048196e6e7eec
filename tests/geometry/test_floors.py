"""Loss floors: known numbers, and the losses themselves on collapsed classes."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.geometry import loss_floor
from lossviz.losses import functional


@pytest.mark.parametrize(
    ("loss", "knobs", "dim", "expected"),
    [
        ("arcface", {"s": 16.0, "m": 0.3}, 2, 0.18),
        ("arcface", {"s": 16.0, "m": 0.8}, 2, 2.57),
        ("arcface", {"s": 64.0, "m": 0.5}, 2, 0.025),
        ("cosface", {"s": 30.0, "m": 0.35}, 2, 5.47),
        ("cosface", {"s": 64.0, "m": 0.4}, 2, 14.07),
        ("normalized_softmax", {"s": 1.0}, 2, 1.54),
        ("normalized_softmax", {"s": 1.0}, 9, 1.38),
        ("sphereface", {"s": 10.0, "m": 2}, 2, 0.26),
        ("adacos", {"mode": "fixed"}, 2, 0.87),
        ("subcenter_arcface", {"s": 16.0, "m": 0.3}, 2, 0.18),
        ("combined_margin", {"s": 30.0, "m1": 1.0, "m2": 0.0, "m3": 0.35}, 2, 5.47),
        ("circle_class", {"gamma": 1.0, "m": 0.0}, 9, math.log(1 + 9)),
    ],
)
def test_known_floors_of_ten_classes(loss: str, knobs: dict[str, float], dim: int, expected: float) -> None:
    assert loss_floor(loss, knobs, 10, dim) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("loss", "knobs"),
    [
        ("arcface", {"s": 20.0, "m": 1.0}),
        ("cosface", {"s": 20.0, "m": 0.5}),
        ("circle_class", {"gamma": 20.0, "m": 0.25}),
    ],
)
def test_the_floor_is_the_loss_of_collapsed_evenly_spread_classes(loss: str, knobs: dict[str, float]) -> None:
    angles = torch.arange(7, dtype=torch.float64) * 2 * math.pi / 7
    w = torch.stack([angles.cos(), angles.sin()], 1)
    reached = getattr(functional, loss)(w, torch.arange(7), weights=w, **knobs)
    assert loss_floor(loss, knobs, 7, 2) == pytest.approx(reached.item(), rel=1e-9)


def test_equal_classes_have_equal_dynamic_margins_and_with_them_the_floor_of_arcface() -> None:
    rule = {"a": 1.0, "b": 0.1, "lam": 0.25, "m_min": 0.05, "m_max": 0.5, "s": 16.0}
    margin = 400**-0.25 + 0.1
    alike = loss_floor("arcface", {"s": 16.0, "m": margin}, 10, 2)
    assert loss_floor("dynamic_arcface", rule, 10, 2, [400] * 10) == pytest.approx(alike)
    assert loss_floor("dynamic_arcface", rule, 10, 2, [400] * 9 + [100]) is None


@pytest.mark.parametrize(
    ("loss", "knobs", "classes", "dim"),
    [
        ("softmax", {}, 10, 2),
        ("circle_class", {"gamma": 16.0, "m": 0.25, "similarity": "inverse"}, 10, 2),
        ("contrastive", {"margin": 1.0}, 10, 2),
        ("sphereface", {"s": "free", "m": 4}, 10, 2),
        ("normalized_softmax", {"s": 30.0, "normalize_features": False}, 10, 2),
        ("adacos", {"mode": "dynamic"}, 10, 2),
        ("dynamic_arcface", {"s": 80.0}, 10, 2),
        ("arcface", {"s": 16.0, "m": 0.3}, 10, 3),
        ("arcface", {"s": 16.0, "m": 0.3}, 1, 2),
        ("arcface", {"s": 16.0, "m": 0.3, "label_smoothing": 0.1}, 10, 2),
        ("arcface", {"s": 16.0, "m": 0.3, "reduction": "sum"}, 10, 2),
    ],
)
def test_where_no_floor_is_known_there_is_none(loss: str, knobs: dict[str, float], classes: int, dim: int) -> None:
    assert loss_floor(loss, knobs, classes, dim) is None
