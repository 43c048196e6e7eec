"""Dynamic-margin ArcFace: margins by class size, and the losses that it reduces to."""

from __future__ import annotations

import pytest
import torch

from lossviz.losses import create
from lossviz.losses.functional import arcface, dynamic_arcface, subcenter_arcface

X = torch.randn(8, 3, generator=torch.Generator().manual_seed(0))
W = torch.randn(4, 3, generator=torch.Generator().manual_seed(1))
Y = torch.arange(8) % 4
COUNTS = [1, 10, 100, 1000]


def test_classes_of_one_size_all_get_the_largest_margin() -> None:
    found = dynamic_arcface(X, Y, weights=W, class_counts=[7] * 4, s=20.0)
    torch.testing.assert_close(found, arcface(X, Y, weights=W, s=20.0, m=0.5))


def test_each_sample_has_the_margin_of_its_class() -> None:
    _, extra = dynamic_arcface(X, Y, weights=W, class_counts=COUNTS, with_extra=True)
    each = [arcface(X[i : i + 1], Y[i : i + 1], weights=W, s=80.0, m=extra["margins"][i % 4]) for i in range(8)]
    torch.testing.assert_close(dynamic_arcface(X, Y, weights=W, class_counts=COUNTS), torch.stack(each).mean())


def test_sub_centres_may_be_given() -> None:
    w = torch.stack([W, -W], 1)
    found = dynamic_arcface(X, Y, weights=w, class_counts=COUNTS, margins={"a": 0.0, "b": 0.3, "lam": 0.25})
    torch.testing.assert_close(found, subcenter_arcface(X, Y, weights=w, s=80.0, m=0.3))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"class_counts": [1, 2]}, "class_counts must hold 4"),
        ({"class_counts": [0] * 4}, "class_counts must be at least 0, one of them above"),
        ({"class_counts": [1, 2, 3, -1]}, "class_counts must be at least 0"),
        ({"margins": {"a": 1.0, "lam": 0.25}}, "margins must hold"),
        ({"margins": {"a": 3.0, "b": 0.0, "lam": 0.0}}, "margins must lie"),
        ({"margins": {"m_min": 0.1, "m_max": 0.2, "lam": -1.0}}, "lam must"),
    ],
)
def test_margins_that_cannot_be_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        dynamic_arcface(X, Y, weights=W, **{"class_counts": COUNTS, **wrong})


@pytest.mark.parametrize(
    ("knobs", "smallest", "largest"),
    [
        ({}, 0.05, 0.5),
        ({"m_min": 0.1, "m_max": 0.3}, 0.1, 0.3),
        ({"a": 0.8, "b": 0.1, "lam": 0.5}, 0.1 + 0.8 / 20, 0.1 + 0.8 / 10),
        ({"b": 0.2}, 0.2, 0.2),
    ],
)
def test_the_knobs_give_the_margins_of_the_training_set(
    knobs: dict[str, float], smallest: float, largest: float
) -> None:
    loss = create("dynamic_arcface", num_classes=2, embedding_dim=3, class_counts=[100, 400], K=1, **knobs)
    loss(X, Y % 2)
    found = loss.readings
    assert (found["smallest_margin"], found["largest_margin"]) == (pytest.approx(smallest), pytest.approx(largest))


def test_a_module_without_samples_in_any_class_is_refused() -> None:
    with pytest.raises(ValueError, match="class_counts must be at least 0, one of them above"):
        create("dynamic_arcface", num_classes=3, embedding_dim=2, class_counts=[0, 0, 0])
