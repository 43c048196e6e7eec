"""Triplets by difficulty, against counting them one by one."""

from __future__ import annotations

from collections import Counter

import pytest
import torch

from lossviz.geometry import count_triplets, triplet_category
from lossviz.losses.distances import pairwise
from lossviz.losses.mining import triplets


@pytest.mark.parametrize("margin", [0.0, 1.0, 2.0])
def test_counts_equal_those_of_the_definition(margin: float) -> None:
    """Whole-numbered positions, so that many distances are equal."""
    generator = torch.Generator().manual_seed(0)
    points = torch.randint(0, 5, (12, 1), generator=generator).double()
    labels = torch.randint(0, 3, (12,), generator=generator)
    apart = pairwise(points)
    found = Counter(
        triplet_category(apart[a, p].item(), apart[a, n].item(), margin)
        for a in range(12)
        for p in range(12)
        for n in range(12)
        if a != p and labels[a] == labels[p] != labels[n]
    )
    counts = triplets(apart, labels, margin).counts()
    assert counts == {name: found[name] for name in ("easy", "semihard", "hard")}
    assert sum(counts.values()) == count_triplets(labels=labels.tolist())
