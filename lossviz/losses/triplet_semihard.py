"""Semi-hard triplet loss: embeddings and labels enter, the loss over the mined triplets leaves."""

from __future__ import annotations

import torch
from torch import Generator, Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, pure_loss
from lossviz.losses.distances import pairwise
from lossviz.losses.draws import Chance
from lossviz.losses.mining import Triplets, nearest_or_farthest, triplets
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
    generator: Generator | None = None,
) -> tuple[Tensor, Extra]:
    """[d(a,p) − d(a,n) + m]₊ with semi-hard negatives only: d_ap < d_an < d_ap + m, both strict.

    Args: embeddings [N, d], labels [N], margin m ≥ 0, distance and normalize as in `distances.pairwise`.
    selection "hardest": the nearest semi-hard negative of every ordered positive pair; "random": one of them, drawn
    with `generator`; "all": every one of them.
    A pair that has none is left out (fallback "skip"), or takes the nearest negative farther than p whatever the
    margin, failing that the farthest (fallback "max", with selection "hardest").
    Returns the mean over the triplets used; extra `selected`: these triplets (a, p, n), [T, 3]. The choice itself is
    not differentiated. A distance that is not a number makes the loss so too.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Schroff, Kalenichenko, Philbin 2015, FaceNet, https://arxiv.org/abs/1503.03832

    >>> points = torch.tensor([[0.0], [1.0], [1.1], [3.0]])
    >>> triplet_semihard(points, torch.tensor([0, 0, 1, 2]), margin=0.3, distance="euclidean", normalize=False)
    tensor(0.2000)
    """
    check_range("margin", margin, 0.0)
    check_choice("selection", selection, ("hardest", "random", "all"))
    check_choice("fallback", fallback, ("skip", "max"))
    apart = pairwise(embeddings, distance, normalize)
    mined = triplets(apart, labels, margin)
    if selection == "all":
        return _mean_of_all(apart, mined, margin) + _unmined(apart), {"selected": mined.listed}
    if selection == "random":
        selected = mined.random(generator)
    else:
        selected = mined.nearest() if fallback == "skip" else nearest_or_farthest(apart, labels, mined)
    anchor, mate, stranger = selected.unbind(1)
    terms = (apart[anchor, mate] - apart[anchor, stranger] + margin).relu()
    return reduced(terms, "mean") + _unmined(apart), {"selected": selected}


def _unmined(apart: Tensor) -> Tensor:
    """NaN where a distance is, which no mining would choose, else 0."""
    return torch.where(apart.detach().isnan().any(), torch.nan, 0.0).to(apart)


def _mean_of_all(apart: Tensor, mined: Triplets, margin: float) -> Tensor:
    """Mean of d(a,p) − d(a,n) + m over every semi-hard triplet, without listing them.

    Each triplet adds 1 to the coefficient of d(a,p) and takes 1 from that of d(a,n), so the sum is Σ coefficient·d.
    """
    with torch.no_grad():
        coefficients = mined.semihard_coefficients().to(apart)
        number = coefficients.clamp(min=0).sum()
    return ((coefficients * apart).sum() + margin * number) / number.clamp(min=1)


class TripletSemihard(PairLoss):
    """Semi-hard triplet loss over the pairs of a batch."""

    def __init__(
        self, problem: Problem, *, margin: float, distance: str, normalize: bool, selection: str, fallback: str
    ) -> None:
        super().__init__()
        self.chance = Chance(problem.generator)
        self.margin = margin
        self.distance = distance
        self.normalize = normalize
        self.selection = selection
        self.fallback = fallback

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return triplet_semihard(
            embeddings, labels, margin=self.margin, distance=self.distance, normalize=self.normalize,
            selection=self.selection, fallback=self.fallback,
            generator=self.chance.at(self.step) if self.selection == "random" else None,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`triplets`: the valid ones of the batch, and how many are easy, semi-hard and hard; active: not easy."""
        counts = triplets(pairwise(embeddings, self.distance, self.normalize), labels, self.margin).counts()
        total = sum(counts.values())
        return {"triplets": total, "active_triplets": total - counts["easy"], **counts}
