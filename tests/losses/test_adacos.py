"""AdaCos: the fixed scale, the one that follows the batches, and its guard."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from lossviz.losses import adacos_dynamic_scale, create
from lossviz.losses.adacos import AdaCos
from lossviz.losses.functional import adacos, normalized_softmax

X, W = (torch.randn(n, 3, generator=torch.Generator().manual_seed(n)) for n in (6, 4))
Y = torch.tensor([0, 1, 2, 3, 0, 1])


def dynamic(**knobs: float) -> AdaCos:
    loss = create("adacos", num_classes=4, embedding_dim=3, mode="dynamic", **knobs)
    assert isinstance(loss, AdaCos)
    return loss


def even(cosine: float, samples: int = 64, classes: int = 10) -> tuple[Tensor, Tensor]:
    """Every cosine the same."""
    return torch.full((samples, classes), cosine), torch.arange(samples) % classes


def test_fixed_is_normalised_softmax_at_its_scale() -> None:
    expected = normalized_softmax(X, Y, weights=W, s=math.sqrt(2) * math.log(3))
    torch.testing.assert_close(adacos(X, Y, weights=W), expected)


def test_the_dynamic_scale_by_hand() -> None:
    """B is the mean of 2e and 2, the median of 60° and 0° is 30°."""
    cos = torch.tensor([[0.5, 1.0, 1.0], [0.0, 1.0, 0.0]], dtype=torch.float64)
    found = adacos_dynamic_scale(cos, torch.tensor([0, 1]), 1.0)
    assert found["theta_med"] == pytest.approx(math.pi / 6)
    assert found["s"] == pytest.approx(math.log(math.e + 1) / math.cos(math.pi / 6))


def test_a_wide_median_counts_as_45_degrees() -> None:
    cos, labels = even(0.0)
    assert adacos_dynamic_scale(cos, labels, 3.0)["s"] == pytest.approx(math.log(9) * math.sqrt(2))


def test_the_scale_is_no_way_for_the_gradient() -> None:
    x = X.clone().requires_grad_()
    loss, extra = adacos(x, Y, weights=W, mode="dynamic", with_extra=True)
    (gradient,) = torch.autograd.grad(loss, x)
    (expected,) = torch.autograd.grad(normalized_softmax(x, Y, weights=W, s=extra["s"]), x)
    torch.testing.assert_close(gradient, expected)


def test_close_classes_drive_the_scale_only_up_to_its_cap() -> None:
    """Without a cap cosines of 0.95 reach infinity after 38 batches."""
    s, (cos, labels) = 3.107, even(0.95)
    for _ in range(100):
        s = adacos_dynamic_scale(cos, labels, s)["s"]
    assert s == 64.0


def test_cosines_of_0_3_settle_where_others_found_it() -> None:
    s, (cos, labels) = 3.107, even(0.3)
    for _ in range(100):
        s = adacos_dynamic_scale(cos, labels, s)["s"]
    assert s == pytest.approx(5.4, abs=0.05)


def test_without_pressure_from_other_classes_the_scale_stays() -> None:
    """cos −1 makes B = 2e^(−5), whose logarithm is negative."""
    cos = torch.tensor([[1.0, -1.0, -1.0]])
    assert adacos_dynamic_scale(cos, torch.tensor([0]), 5.0)["s"] == 5.0


def test_an_empty_batch_keeps_the_scale_and_costs_nothing() -> None:
    x = torch.zeros(0, 3, requires_grad=True)
    loss, extra = adacos(x, torch.zeros(0, dtype=torch.long), weights=W, mode="dynamic", s_prev=2.0, with_extra=True)
    loss.backward()
    assert (loss.item(), extra["s"]) == (0.0, 2.0)


@pytest.mark.parametrize("classes", [1, 2])
def test_fewer_than_three_classes_are_refused(classes: int) -> None:
    with pytest.raises(ValueError, match="C must be at least 3"):
        adacos(X, torch.zeros(6, dtype=torch.long), weights=W[:classes])
    with pytest.raises(ValueError, match="C must be at least 3"):
        create("adacos", num_classes=classes, embedding_dim=3)


def test_training_hands_the_scale_on_from_batch_to_batch() -> None:
    loss = dynamic()
    first = adacos(X, Y, weights=loss.weights, mode="dynamic", with_extra=True)[1]["s"]
    second, extra = adacos(X, Y, weights=loss.weights, mode="dynamic", s_prev=first, with_extra=True)
    loss(X, Y)
    torch.testing.assert_close(loss(X, Y), second)
    assert loss.readings["scale"] == pytest.approx(extra["s"])


def test_looking_leaves_the_scale_alone() -> None:
    loss = dynamic().eval()
    loss(X, Y)
    assert loss.readings["scale"] == pytest.approx(math.sqrt(2) * math.log(3))


def test_the_scale_is_part_of_the_state() -> None:
    loss, other = dynamic(), dynamic()
    loss(X, Y)
    other.load_state_dict(loss.state_dict())
    assert torch.equal(other(X, Y), loss(X, Y))
