"""What minings take of a batch, against the library's own losses and by hand."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from lossviz.geometry import count_triplets, mined_numbers, mined_triplets
from lossviz.losses import functional as F

LABELS = [3, 1, 1, 0, 3, 1, 0, 2, 3]
POINTS = np.random.default_rng(3).normal(size=(9, 2))
BATCH = torch.tensor(POINTS), torch.tensor(LABELS)


def numbers(mining: str, margin: float):  # type: ignore[no-untyped-def]
    return mined_numbers(POINTS, mined_triplets(POINTS, LABELS, mining, margin=margin), margin)


def test_all_triplets_are_as_many_as_the_formula_says() -> None:
    assert numbers("all", 1.0).number == count_triplets(LABELS)


@pytest.mark.parametrize("margin", [0.2, 1.0])
def test_mean_losses_are_those_of_the_library(margin: float) -> None:
    plain = {"distance": "euclidean", "normalize": False}
    assert numbers("hard", margin).mean == pytest.approx(float(F.triplet_batch_hard(*BATCH, margin=margin)))
    assert numbers("all", margin).mean_active == pytest.approx(float(F.triplet_batch_all(*BATCH, margin=margin)))
    assert numbers("semihard", margin).mean == pytest.approx(float(F.triplet_semihard(*BATCH, margin=margin, **plain)))


def test_random_mining_takes_one_negative_for_every_pair() -> None:
    taken = mined_triplets(POINTS, LABELS, "random", draw=5)
    assert [(a, p) for a, p, _ in taken] == [
        (a, p) for a in range(9) for p in range(9) if a != p and LABELS[a] == LABELS[p]
    ]
    assert all(LABELS[n] != LABELS[a] for a, _, n in taken)


def test_another_draw_takes_other_negatives() -> None:
    assert len({tuple(mined_triplets(POINTS, LABELS, "random", draw=draw)) for draw in range(20)}) == 20


def test_points_in_one_place_cost_the_margin() -> None:
    """Hermans et al. 2017: a collapsed batch rests at a loss of m."""
    one_place = np.zeros((9, 2))
    assert mined_numbers(one_place, mined_triplets(one_place, LABELS, "hard"), 0.3).mean == pytest.approx(0.3)


def test_a_mining_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="mining must be one of hard, all, semihard, random, got best"):
        mined_triplets(POINTS, LABELS, "best")
