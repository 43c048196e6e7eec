"""Samples drawn at random: labels and a generator enter, rows of places in the batch leave.

Nothing of size pairs × N is built: the samples that do not come into question are stretches of a sorted batch, and the
number drawn skips them.
"""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from lossviz.losses.distances import negatives, positives

SEEDS = 2**62
STRIDE = 0x9E3779B97F4A7C15
"""An odd number without a pattern, so that neighbouring steps have seeds far apart."""


class Chance(nn.Module):
    """Where the draws of a loss begin: a seed in the state, so that a run that is resumed draws the same."""

    seed: Tensor

    def __init__(self, generator: Generator | None) -> None:
        super().__init__()
        self.register_buffer("seed", torch.randint(SEEDS, (1,), generator=generator))

    def at(self, step: int) -> Generator:
        """The generator of this step of the run, on the CPU."""
        return Generator().manual_seed((int(self.seed) + STRIDE * step) % (2 * SEEDS))


def random_triplets(labels: Tensor, generator: Generator | None = None) -> Tensor:
    """Every ordered positive pair (a, p) with a random negative, (a, p, n) [T, 3]."""
    usable = positives(labels) & negatives(labels).any(1, keepdim=True)
    anchor, mate = usable.nonzero(as_tuple=True)
    batch = _Sorted(labels)
    return torch.stack([anchor, mate, batch.drawn([batch.of_class(anchor)], generator)], 1)


def random_quadruplets(labels: Tensor, generator: Generator | None = None, nearest: Tensor | None = None) -> Tensor:
    """Every ordered positive pair (a, p) with two random negatives of two classes, (a, p, n1, n2) [Q, 4].

    `nearest`: triplets (a, p, n1) [T, 3] to be used instead of random ones. None with fewer than three classes.
    """
    rows = random_triplets(labels, generator) if nearest is None else nearest
    if len(torch.unique(labels)) < 3:
        return rows.new_zeros(0, 4)
    batch = _Sorted(labels)
    return torch.cat(
        [rows, batch.drawn([batch.of_class(rows[:, 0]), batch.of_class(rows[:, 2])], generator)[:, None]], 1
    )


def random_of_one_class(labels: Tensor, generator: Generator | None = None) -> Tensor:
    """Every ordered positive pair (a, p), a third sample s of the class, a random negative, (a, p, s, n) [Q, 4]."""
    alike = positives(labels)
    usable = alike & negatives(labels).any(1, keepdim=True) & (alike.sum(1, keepdim=True) > 1)
    anchor, mate = usable.nonzero(as_tuple=True)
    batch = _Sorted(labels)
    third = batch.drawn([*batch.of_other_classes(anchor), batch.itself(anchor), batch.itself(mate)], generator)
    return torch.stack([anchor, mate, third, batch.drawn([batch.of_class(anchor)], generator)], 1)


def below(limits: Tensor, generator: Generator | None) -> Tensor:
    """A random whole number in 0 … limit − 1 for each limit, drawn on the CPU so that every device draws the same."""
    share = torch.rand(len(limits), generator=generator, dtype=torch.float64)
    return (share * limits.cpu()).long().to(limits.device)


Stretch = tuple[Tensor, Tensor]
"""Where a stretch of the sorted batch begins and how long it is, [T] each."""


class _Sorted:
    """A batch sorted by class: each class is one stretch of it."""

    def __init__(self, labels: Tensor) -> None:
        self.order = labels.argsort(stable=True)
        self.place = self.order.argsort()
        ordered = labels[self.order]
        self.begin = torch.searchsorted(ordered, labels)
        self.end = torch.searchsorted(ordered, labels, right=True)

    def itself(self, sample: Tensor) -> Stretch:
        return self.place[sample], torch.ones_like(sample)

    def of_class(self, sample: Tensor) -> Stretch:
        return self.begin[sample], (self.end - self.begin)[sample]

    def of_other_classes(self, sample: Tensor) -> list[Stretch]:
        begin, end = self.begin[sample], self.end[sample]
        return [(torch.zeros_like(begin), begin), (end, len(self.order) - end)]

    def drawn(self, without: list[Stretch], generator: Generator | None) -> Tensor:
        """One sample for each row, every one outside the stretches as likely as any other, [T]."""
        begins, lengths = (torch.stack(parts, 1) for parts in zip(*without, strict=True))
        begins, by_begin = begins.sort(dim=1, stable=True)
        lengths = lengths.gather(1, by_begin)
        left = len(self.order) - lengths.sum(1)
        place = below(left, generator)
        for begin, length in zip(begins.unbind(1), lengths.unbind(1), strict=True):
            place = torch.where(place >= begin, place + length, place)
        return self.order[place]
