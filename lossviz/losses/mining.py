"""Triplets of a batch by difficulty: distances and labels enter, each positive pair's negatives leave in order.

Sorting each anchor's negatives and searching in them costs O(N² log N), where listing the triplets costs O(N³).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from lossviz.losses.distances import negatives, positives


@dataclass(frozen=True)
class Triplets:
    """The negatives of every ordered positive pair (a, p), told apart by difficulty; all [N, N], N samples.

    alike: whether (a, p) is a positive pair. order: a's negatives, nearest first, then the rest.
    first: how many of them have d_an ≤ d_ap, so the place in `order` of the first farther one.
    last: how many have d_an < d_ap + m, so the place of the first easy one. number: a's negatives, [N, 1].
    Semi-hard are the places first … last − 1.
    """

    alike: Tensor
    order: Tensor
    first: Tensor
    last: Tensor
    number: Tensor

    def counts(self) -> dict[str, float]:
        """How many of the batch's valid triplets are easy, semi-hard and hard."""
        valid = float((self.number * self.alike).sum())
        easy = float((self.number - self.last)[self.alike].sum())
        semihard = float(self._semihard()[self.alike].sum())
        return {"easy": easy, "semihard": semihard, "hard": valid - easy - semihard}

    def coefficients(self) -> Tensor:
        """How often each distance stands in the sum of d(a,p) − d(a,n) over all semi-hard triplets, signed."""
        number = self._semihard() * self.alike
        # each pair's negatives are a stretch of `order`: +1 where it begins, −1 where it ends, summed up along it
        ends = number.new_zeros(len(number), len(number) + 1)
        used = (number > 0).long()
        ends.scatter_add_(1, self.first, used).scatter_add_(1, self.last, -used)
        return number - number.new_zeros(number.shape).scatter_(1, self.order, ends.cumsum(1)[:, :-1])

    def listed(self) -> Tensor:
        """Every semi-hard triplet (a, p, n), [T, 3], in the order of a, p, n."""
        anchor, mate = self.alike.nonzero(as_tuple=True)
        number = self._semihard()[anchor, mate]
        pair = torch.arange(len(anchor), device=number.device).repeat_interleave(number)
        place = torch.arange(len(pair), device=number.device) - (number.cumsum(0) - number)[pair]
        stranger = self.order[anchor[pair], self.first[anchor, mate][pair] + place]
        found = torch.stack([anchor[pair], mate[pair], stranger], 1)
        return found[(pair * len(self.alike) + stranger).argsort()]

    def _semihard(self) -> Tensor:
        return (self.last - self.first).clamp(min=0)


@torch.no_grad()
def triplets(apart: Tensor, labels: Tensor, margin: float) -> Triplets:
    """Sorts the negatives of every anchor and finds where semi-hard begins and ends for every positive pair.

    apart: distances [N, N]; labels [N]. Equal distances keep the order of the batch.
    """
    other = negatives(labels)
    ordered, order = apart.masked_fill(~other, torch.inf).sort(dim=1, stable=True)
    first = torch.searchsorted(ordered, apart.contiguous(), right=True)
    last = torch.searchsorted(ordered, (apart + margin).contiguous())
    return Triplets(positives(labels), order, first, last, other.sum(1, keepdim=True))
