"""Semi-hard triplet loss: embeddings and labels enter, the loss over the mined triplets leaves."""

from __future__ import annotations

import torch
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, pure_loss
from lossviz.losses.distances import negatives, pairwise
from lossviz.losses.mining import Triplets, triplets
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def triplet_semihard(
    embeddings: Tensor,
    labels: Tensor,
    *,
    margin: float = 0.2,
    distance: str = "sqeuclidean",
    normalize: bool = True,
    selection: str = "hardest",
    fallback: str = "skip",
) -> tuple[Tensor, Extra]:
    """[d(a,p) − d(a,n) + m]₊ with semi-hard negatives only: d_ap < d_an < d_ap + m, both strict.

    Args: embeddings [N, d], labels [N], margin m ≥ 0, distance and normalize as in `distances.pairwise`.
    selection "hardest": the nearest semi-hard negative of every ordered positive pair; "all": every one of them.
    A pair that has none is left out (fallback "skip"), or takes the nearest negative farther than p whatever the
    margin, failing that the farthest (fallback "max", with selection "hardest").
    Returns the mean over the triplets used; extra `selected`: these triplets (a, p, n), [T, 3]. The choice itself is
    not differentiated.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Schroff, Kalenichenko, Philbin 2015, FaceNet, https://arxiv.org/abs/1503.03832

    >>> points = torch.tensor([[0.0], [1.0], [1.1], [3.0]])
    >>> triplet_semihard(points, torch.tensor([0, 0, 1, 2]), margin=0.3, distance="euclidean", normalize=False)
    tensor(0.2000)
    """
    check_range("margin", margin, 0.0)
    check_choice("selection", selection, ("hardest", "all"))
    check_choice("fallback", fallback, ("skip", "max"))
    apart = pairwise(embeddings, distance, normalize)
    mined = triplets(apart, labels, margin)
    if selection == "all":
        return _mean_of_all(apart, mined, margin), {"selected": mined.listed}
    selected = _nearest(mined) if fallback == "skip" else _nearest_or_farthest(apart, labels, mined)
    anchor, mate, stranger = selected.unbind(1)
    terms = (apart[anchor, mate] - apart[anchor, stranger] + margin).relu()
    return reduced(terms, "mean"), {"selected": selected}


def _nearest(mined: Triplets) -> Tensor:
    """The nearest semi-hard negative of every positive pair that has one, (a, p, n) [T, 3]."""
    anchor, mate = (mined.alike & (mined.first < mined.last)).nonzero(as_tuple=True)
    return torch.stack([anchor, mate, mined.order[anchor, mined.first[anchor, mate]]], 1)


@torch.no_grad()
def _nearest_or_farthest(apart: Tensor, labels: Tensor, mined: Triplets) -> Tensor:
    """The nearest negative farther than p, failing that the farthest, for every positive pair, (a, p, n) [T, 3]."""
    anchor, mate = (mined.alike & (mined.number > 0)).nonzero(as_tuple=True)
    place = mined.first[anchor, mate]
    farthest = apart.masked_fill(~negatives(labels), -torch.inf).argmax(1)[anchor]
    nearest = mined.order[anchor, place.clamp(max=len(labels) - 1)]
    return torch.stack([anchor, mate, torch.where(place < mined.number[anchor, 0], nearest, farthest)], 1)


def _mean_of_all(apart: Tensor, mined: Triplets, margin: float) -> Tensor:
    """Mean of d(a,p) − d(a,n) + m over every semi-hard triplet, without listing them.

    Each triplet adds 1 to the coefficient of d(a,p) and takes 1 from that of d(a,n), so the sum is Σ coefficient·d.
    """
    with torch.no_grad():
        coefficients = mined.coefficients().to(apart)
        number = coefficients.clamp(min=0).sum()
    return ((coefficients * apart).sum() + margin * number) / number.clamp(min=1)


class TripletSemihard(PairLoss):
    """Semi-hard triplet loss over the pairs of a batch."""

    def __init__(
        self, problem: Problem, *, margin: float, distance: str, normalize: bool, selection: str, fallback: str
    ) -> None:
        super().__init__()
        self.margin = margin
        self.distance = distance
        self.normalize = normalize
        self.selection = selection
        self.fallback = fallback

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return triplet_semihard(
            embeddings, labels, margin=self.margin, distance=self.distance, normalize=self.normalize,
            selection=self.selection, fallback=self.fallback,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`triplets`: the valid ones of the batch, and how many are easy, semi-hard and hard; active: not easy."""
        counts = triplets(pairwise(embeddings, self.distance, self.normalize), labels, self.margin).counts()
        total = sum(counts.values())
        return {"triplets": total, "active_triplets": total - counts["easy"], **counts}
