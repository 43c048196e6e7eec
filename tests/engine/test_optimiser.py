"""How weights move: class vectors faster and without decay, the rate up and down once."""

from __future__ import annotations

import pytest
from torch import nn

from lossviz import catalog
from lossviz.engine.optimiser import optimiser, share_of_peak


def test_class_vectors_learn_ten_times_faster_and_do_not_decay() -> None:
    recipe = catalog.resolve(loss="softmax", lr=0.01, weight_decay=0.02)
    moves, _ = optimiser(recipe, nn.Linear(2, 2), nn.Linear(2, 2), 100)
    assert [g["weight_decay"] for g in moves.param_groups] == [0.02, 0.0]
    assert moves.param_groups[1]["lr"] == pytest.approx(10 * moves.param_groups[0]["lr"])


@pytest.mark.parametrize("kind", ["adamw", "sgd"])
def test_the_rate_rises_for_a_quarter_of_the_run_and_falls_to_a_thousandth(kind: str) -> None:
    recipe = catalog.resolve(loss="contrastive", lr=0.01, optimiser=kind)
    moves, rates = optimiser(recipe, nn.Linear(2, 2), nn.Identity(), 100)
    seen = []
    for _ in range(101):
        seen.append(moves.param_groups[0]["lr"])
        moves.step()
        rates.step()
    assert (seen[0], seen[25], seen[100]) == pytest.approx((0.001, 0.01, 0.00001))
    assert seen.index(max(seen)) == 25


@pytest.mark.parametrize("steps", range(1, 9))
def test_a_run_of_a_few_steps_has_a_rate_too(steps: int) -> None:
    assert all(0.001 <= share_of_peak(step / steps) <= 1 for step in range(steps + 1))
