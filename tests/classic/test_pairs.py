"""Which pairs are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from lossviz.classic import pairs

LABELS = np.array([2, 0, 1, 0, 2, 2, 0, 1])


def as_set(found: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(sorted(pair)) for pair in found.tolist()}


def test_similar_pairs_share_a_class_and_dissimilar_ones_do_not() -> None:
    found = pairs(LABELS, 5)
    assert (LABELS[found.similar[:, 0]] == LABELS[found.similar[:, 1]]).all()
    assert (LABELS[found.dissimilar[:, 0]] != LABELS[found.dissimilar[:, 1]]).all()


def test_all_there_are_come_where_more_are_wanted() -> None:
    # 3 + 3 + 1 of one class, and the rest of the 28 pairs
    found = pairs(LABELS, 1000)
    assert (len(as_set(found.similar)), len(as_set(found.dissimilar))) == (len(found.similar), len(found.dissimilar))
    assert (len(found.similar), len(found.dissimilar)) == (7, 21)


def test_no_pair_comes_twice() -> None:
    found = pairs(np.arange(60) % 3, 400, seed=3)
    assert (len(as_set(found.similar)), len(as_set(found.dissimilar))) == (400, 400)


def test_every_pair_is_as_likely() -> None:
    counts = np.zeros((8, 8))
    for seed in range(2000):
        i, j = sorted(pairs(LABELS, 1, seed).dissimilar[0])
        counts[i, j] += 1
    seen = counts[counts > 0]
    assert len(seen) == 21
    assert ((seen - 2000 / 21) ** 2 / (2000 / 21)).sum() < 45.3  # chi square, 20 degrees, one in a thousand


def test_the_seed_decides() -> None:
    first, again, other = (pairs(LABELS, 4, seed).dissimilar.tolist() for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("labels", [[0, 0, 0], [0, 1, 2], []])
def test_labels_without_pairs_of_both_kinds_are_refused(labels: list[int]) -> None:
    with pytest.raises(ValueError, match="y must hold two classes and a class with two points"):
        pairs(labels, 3)
