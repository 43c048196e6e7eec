"""Samples drawn at random: they fit the definition, all that fit can come, and a step draws the same again."""

from __future__ import annotations

import torch
from torch import Generator

from lossviz.losses.draws import Chance, random_of_one_class, random_quadruplets, random_triplets

LABELS = torch.tensor([2, 0, 1, 0, 2, 0, 5])


def seeded(seed: int = 0) -> Generator:
    return Generator().manual_seed(seed)


def test_triplets_have_a_twin_and_a_stranger_for_every_positive_pair() -> None:
    a, p, n = random_triplets(LABELS, seeded()).unbind(1)
    assert len(a) == 3 * 2 + 2
    assert (a != p).all()
    assert (LABELS[a] == LABELS[p]).all()
    assert (LABELS[a] != LABELS[n]).all()


def test_every_stranger_comes_up_equally_often() -> None:
    drawn = torch.cat([random_triplets(LABELS, seeded(seed)) for seed in range(600)])
    counts = drawn[(drawn[:, 0] == 0) & (drawn[:, 1] == 4), 2].bincount(minlength=7)
    assert counts[[0, 4]].tolist() == [0, 0]
    assert counts[[1, 2, 3, 5, 6]].min() > 80  # of 120 expected


def test_quadruplets_are_of_three_classes() -> None:
    a, p, n1, n2 = LABELS[random_quadruplets(LABELS, seeded())].unbind(1)
    assert len(a) == 8
    assert (a == p).all()
    assert ((a != n1) & (a != n2) & (n1 != n2)).all()


def test_given_negatives_are_kept() -> None:
    rows = torch.tensor([[1, 3, 2], [0, 4, 6]])
    assert torch.equal(random_quadruplets(LABELS, seeded(), rows)[:, :3], rows)


def test_with_two_classes_there_is_no_quadruplet() -> None:
    assert random_quadruplets(torch.tensor([0, 0, 1, 1]), seeded()).shape == (0, 4)


def test_three_of_one_class_are_three_samples() -> None:
    rows = random_of_one_class(LABELS, seeded())
    assert len(rows) == 6  # only class 0 has three
    assert all(len({a, p, s}) == 3 for a, p, s, _ in rows.tolist())
    a, p, s, n = LABELS[rows].unbind(1)
    assert ((a == p) & (p == s) & (s != n)).all()


def test_one_class_gives_nothing() -> None:
    labels = torch.zeros(4, dtype=torch.long)
    assert random_triplets(labels).shape == (0, 3)
    assert random_of_one_class(labels).shape == (0, 4)


def test_a_step_draws_the_same_again_and_another_step_something_else() -> None:
    chance = Chance(seeded())
    first, again, other = (random_triplets(LABELS.repeat(5), chance.at(step)) for step in (3, 3, 4))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
