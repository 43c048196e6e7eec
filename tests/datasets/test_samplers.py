"""Batches: every digit once an epoch, classes in balance, and the same stream for the same seed."""

from __future__ import annotations

from itertools import islice

import pytest
import torch

from lossviz.datasets import balanced, rolled, uniform


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_an_epoch_uses_no_digit_twice() -> None:
    epoch = torch.cat(list(islice(uniform(103, 10, seeded()), 10)))
    assert len(epoch.unique()) == 100


def test_the_next_epoch_comes_in_another_order() -> None:
    batches = list(islice(uniform(20, 20, seeded()), 2))
    assert sorted(batches[0].tolist()) == sorted(batches[1].tolist())
    assert batches[0].tolist() != batches[1].tolist()


def test_a_batch_larger_than_the_data_is_all_of_it() -> None:
    assert sorted(next(uniform(5, 128, seeded())).tolist()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("p", "k"), [(10, 16), (3, 2), (1, 4), (10, 1)])
def test_a_balanced_batch_has_k_digits_of_each_of_p_classes(p: int, k: int) -> None:
    labels = torch.arange(400) % 10
    for batch in islice(balanced(labels, p, k, seeded()), 5):
        counts = torch.bincount(labels[batch], minlength=10)
        assert sorted(counts[counts > 0].tolist()) == [k] * p
        assert len(batch.unique()) == p * k


def test_balanced_batches_use_every_digit_of_a_class_before_any_twice() -> None:
    labels = torch.zeros(12, dtype=torch.int64)
    first = torch.cat(list(islice(balanced(labels, 1, 4, seeded()), 3)))
    assert sorted(first.tolist()) == list(range(12))


def test_a_class_smaller_than_k_is_dealt_again() -> None:
    assert len(next(balanced(torch.tensor([0, 0, 1, 1]), 2, 5, seeded()))) == 10


def test_the_same_seed_gives_the_same_batches() -> None:
    labels = torch.arange(100) % 10
    for stream in (lambda s: uniform(100, 16, seeded(s)), lambda s: balanced(labels, 5, 4, seeded(s))):
        assert torch.equal(next(stream(3)), next(stream(3)))
        assert not torch.equal(next(stream(3)), next(stream(4)))


def test_a_roll_moves_all_images_by_at_most_one_pixel() -> None:
    images = torch.zeros(2, 1, 9, 9)
    images[:, :, 4, 4] = 1
    generator, seen = seeded(), set()
    for _ in range(100):
        moved = rolled(images, 1, generator)
        assert torch.equal(moved[0], moved[1])
        row, column = moved[0, 0].nonzero()[0].tolist()
        seen.add((row - 4, column - 4))
    assert seen == {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)}


def test_no_roll_leaves_the_images_alone() -> None:
    images = torch.rand(1, 1, 4, 4)
    assert rolled(images, 0, seeded()) is images


STREAMS = {
    "uniform": lambda: uniform(100, 16, seeded()),
    "balanced": lambda: balanced(torch.arange(100) % 10, 5, 4, seeded()),
    "classes smaller than a hand": lambda: balanced(torch.arange(20) % 10, 5, 3, seeded()),
}


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("taken", [0, 1, 6, 7, 40])
def test_a_restored_stream_goes_on_where_it_stood(name: str, taken: int) -> None:
    one, other = STREAMS[name](), STREAMS[name]()
    for _ in range(taken):
        next(one)
    other.restore(one.state())
    for _ in range(30):
        assert torch.equal(next(one), next(other))


def test_another_streams_state_is_refused() -> None:
    with pytest.raises(ValueError, match="piles"):
        STREAMS["uniform"]().restore(STREAMS["balanced"]().state())
    foreign = uniform(100, 100, seeded()).state() | {"piles": torch.arange(100).int() + 7}
    with pytest.raises(ValueError, match="not its own"):
        STREAMS["uniform"]().restore(foreign | {"sizes": torch.tensor([100])})
