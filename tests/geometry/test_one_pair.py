"""One pair's losses agree with those that train, and their gradients with differences."""

from __future__ import annotations

import doctest

import pytest
import torch

from lossviz.geometry import anchors, one_pair
from lossviz.losses import functional


@pytest.mark.parametrize("module", [one_pair, anchors])
def test_the_docstring_examples_hold(module) -> None:  # type: ignore[no-untyped-def]
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("loss", ["circle", "unified"])
@pytest.mark.parametrize(("sn", "sp"), [(0.8, 0.8), (0.2, 0.2), (-0.4, 0.9)])
def test_the_value_is_that_of_the_loss_that_trains(loss: str, sn: float, sp: float) -> None:
    pair = {"sn": torch.tensor([sn]), "sp": torch.tensor([sp])}
    trained = getattr(functional, loss)(**pair, gamma=8.0, m=0.25, level="similarity")
    assert one_pair.pair_loss(loss, sn, sp, 8.0, 0.25) == pytest.approx(trained.item(), rel=1e-5)


@pytest.mark.parametrize("loss", ["triplet", "am", "unified", "circle"])
@pytest.mark.parametrize(("sn", "sp"), [(0.8, 0.7), (0.2, 0.3)])
def test_gradients_are_those_of_the_value(loss: str, sn: float, sp: float) -> None:
    step = 1e-6
    by_sn = [one_pair.pair_loss(loss, sn + side * step, sp, 8.0, 0.25) for side in (1, -1)]
    by_sp = [one_pair.pair_loss(loss, sn, sp + side * step, 8.0, 0.25) for side in (1, -1)]
    found = one_pair.pair_gradient(loss, sn, sp, 8.0, 0.25, detached=False)
    assert found["d_sn"] == pytest.approx((by_sn[0] - by_sn[1]) / (2 * step), rel=1e-4)
    assert found["d_sp"] == pytest.approx((by_sp[0] - by_sp[1]) / (2 * step), rel=1e-4)
