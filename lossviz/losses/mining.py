"""Triplets of a batch by difficulty: distances and labels enter, each positive pair's negatives leave in order.

Sorting each anchor's negatives and searching in them costs O(N² log N), where listing the triplets costs O(N³).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Generator, Tensor

from lossviz.losses.distances import negatives, positives
from lossviz.losses.draws import below


@dataclass(frozen=True)
class Triplets:
    """The negatives of every ordered positive pair (a, p), told apart by difficulty; all [N, N], N samples.

    apart: the distances. alike: whether (a, p) is a positive pair. order: a's negatives, nearest first, then the
    rest; ordered: their distances, ∞ for the rest. number: a's negatives, [N, 1].
    mates: the samples of a's class, itself included and repeated where the class has fewer than the largest, [N, K].
    What stands at pairs that are no positive ones means nothing. Semi-hard are the places first … last − 1.
    """

    apart: Tensor
    margin: float
    alike: Tensor
    ordered: Tensor
    order: Tensor
    number: Tensor
    mates: Tensor

    @cached_property
    def first(self) -> Tensor:
        """How many of a's negatives have d_an ≤ d_ap, so the place in `order` of the first farther one."""
        return self._before(self.apart, right=True)

    @cached_property
    def last(self) -> Tensor:
        """How many of a's negatives have d_an < d_ap + m, so the place in `order` of the first easy one."""
        return self._before(self.apart + self.margin, right=False)

    def counts(self) -> dict[str, float]:
        """How many of the batch's valid triplets are easy, semi-hard and hard."""
        valid = float((self.number * self.alike).sum())
        easy = float((self.number - self.last)[self.alike].sum())
        semihard = float(self._semihard()[self.alike].sum())
        return {"easy": easy, "semihard": semihard, "hard": valid - easy - semihard}

    def semihard_coefficients(self) -> Tensor:
        """`coefficients` of all semi-hard triplets."""
        return self._coefficients(self.first, self._semihard() * self.alike)

    def active_coefficients(self) -> Tensor:
        """`coefficients` of all triplets that are not easy."""
        return self._coefficients(torch.zeros_like(self.last), self.last * self.alike)

    def _coefficients(self, first: Tensor, number: Tensor) -> Tensor:
        """How often each distance stands in the sum of d(a,p) − d(a,n), signed, over these triplets, [N, N].

        Each pair (a, p) takes `number` negatives of a, the places in `order` from `first` on.
        """
        # each pair's negatives are a stretch of `order`: +1 where it begins, −1 where it ends, summed up along it
        ends = number.new_zeros(len(number), len(number) + 1)
        used = (number > 0).long()
        ends.scatter_add_(1, first, used).scatter_add_(1, first + number, -used)
        return number - number.new_zeros(number.shape).scatter_(1, self.order, ends.cumsum(1)[:, :-1])

    def nearest(self) -> Tensor:
        """The nearest semi-hard negative of every positive pair that has one, (a, p, n) [T, 3]."""
        anchor, mate = (self.alike & (self.first < self.last)).nonzero(as_tuple=True)
        return torch.stack([anchor, mate, self.order[anchor, self.first[anchor, mate]]], 1)

    def random(self, generator: Generator | None = None) -> Tensor:
        """A random semi-hard negative of every positive pair that has one, (a, p, n) [T, 3]."""
        anchor, mate = (self.alike & (self.first < self.last)).nonzero(as_tuple=True)
        place = self.first[anchor, mate] + below(self._semihard()[anchor, mate], generator)
        return torch.stack([anchor, mate, self.order[anchor, place]], 1)

    def listed(self) -> Tensor:
        """Every semi-hard triplet (a, p, n), [T, 3], in the order of a, p, n."""
        anchor, mate = self.alike.nonzero(as_tuple=True)
        number = self._semihard()[anchor, mate]
        pair = torch.arange(len(anchor), device=number.device).repeat_interleave(number)
        place = torch.arange(len(pair), device=number.device) - (number.cumsum(0) - number)[pair]
        stranger = self.order[anchor[pair], self.first[anchor, mate][pair] + place]
        found = torch.stack([anchor[pair], mate[pair], stranger], 1)
        return found[(pair * len(self.alike) + stranger).argsort()]

    def _before(self, limits: Tensor, right: bool) -> Tensor:
        """How many of a's negatives are nearer than the limit, or as near if `right`, at every positive pair."""
        found = torch.searchsorted(self.ordered, limits.gather(1, self.mates), right=right)
        return found.new_zeros(limits.shape).scatter_(1, self.mates, found)

    def _semihard(self) -> Tensor:
        return (self.last - self.first).clamp(min=0)


@torch.no_grad()
def triplets(apart: Tensor, labels: Tensor, margin: float) -> Triplets:
    """Sorts the negatives of every anchor.

    apart: distances [N, N]; labels [N]. Equal distances keep the order of the batch.
    """
    other = negatives(labels)
    apart = apart.detach()
    ordered, order = apart.masked_fill(~other, torch.inf).sort(dim=1, stable=True)
    number = other.sum(1, keepdim=True)
    return Triplets(apart, margin, positives(labels), ordered, order, number, _mates(labels))


def _mates(labels: Tensor) -> Tensor:
    """The samples of every sample's class, [N, K] for K in the largest class; a smaller one is filled up by itself."""
    by_class = labels.argsort(stable=True)
    classes = labels[by_class]
    begin, end = torch.searchsorted(classes, labels), torch.searchsorted(classes, labels, right=True)
    largest = int((end - begin).max()) if len(labels) else 0
    place = begin[:, None] + torch.arange(largest, device=labels.device)
    itself = torch.arange(len(labels), device=labels.device)[:, None]
    return torch.where(place < end[:, None], by_class[place.clamp(max=len(labels) - 1)], itself)


@torch.no_grad()
def nearest_or_farthest(apart: Tensor, labels: Tensor, mined: Triplets) -> Tensor:
    """The nearest negative farther than p, failing that the farthest, for every positive pair, (a, p, n) [T, 3]."""
    anchor, mate = (mined.alike & (mined.number > 0)).nonzero(as_tuple=True)
    place = mined.first[anchor, mate]
    farthest = apart.masked_fill(~negatives(labels), -torch.inf).argmax(1)[anchor]
    nearest = mined.order[anchor, place.clamp(max=len(labels) - 1)]
    return torch.stack([anchor, mate, torch.where(place < mined.number[anchor, 0], nearest, farthest)], 1)
