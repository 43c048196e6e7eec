"""Batch-all triplet loss: embeddings and labels enter, the loss over every triplet of the batch leaves."""

from __future__ import annotations

import torch
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, pure_loss
from lossviz.losses.distances import pairwise
from lossviz.losses.mining import triplets
from lossviz.losses.module import PairLoss, Problem


@pure_loss
def triplet_batch_all(
    embeddings: Tensor,
    labels: Tensor,
    *,
    margin: float = 0.3,
    distance: str = "euclidean",
    normalize: bool = False,
    reduction: str = "mean_nonzero",
) -> tuple[Tensor, Extra]:
    """[d(a,p) − d(a,n) + m]₊ over every triplet: a and p two samples of one class, n of another.

    Args: embeddings [N, d], labels [N], margin m ≥ 0, distance and normalize as in `distances.pairwise`.
    Returns the mean over the triplets whose loss is above 0 ("mean_nonzero"; 0 if there is none), over all of them
    ("mean"), or the sum. Extra: `n_triplets` valid ones, `n_active` with a loss above 0.
    The triplets are never listed: each active one adds 1 to the coefficient of d(a,p) and takes 1 from that of
    d(a,n), and sorting each anchor's negatives counts them in O(N² log N).
    Raises ValueError naming the argument of a wrong shape, type or range.
    Hermans, Beyer, Leibe 2017, In defense of the triplet loss, https://arxiv.org/abs/1703.07737

    >>> triplet_batch_all(torch.tensor([[0.0], [1.0], [1.5]]), torch.tensor([0, 0, 1]), margin=1.0)
    tensor(1.)
    """
    check_range("margin", margin, 0.0)
    check_choice("reduction", reduction, ("mean_nonzero", "mean", "sum"))
    apart = pairwise(embeddings, distance, normalize)
    with torch.no_grad():
        mined = triplets(apart, labels, margin)
        coefficients = mined.active_coefficients()
        valid, active = (mined.number * mined.alike).sum(), (mined.last * mined.alike).sum()
    total = ((coefficients.to(apart) * apart).sum() + margin * active.to(apart)).relu()
    if reduction != "sum":
        total = total / (valid if reduction == "mean" else active).clamp(min=1)
    return total, {"n_triplets": valid, "n_active": active}


class TripletBatchAll(PairLoss):
    """Batch-all triplet loss over the triplets of a batch."""

    def __init__(self, problem: Problem, *, margin: float, distance: str, normalize: bool, reduction: str) -> None:
        super().__init__()
        self.margin = margin
        self.distance = distance
        self.normalize = normalize
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return triplet_batch_all(
            embeddings, labels, margin=self.margin, distance=self.distance, normalize=self.normalize,
            reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`triplets` and how many of them are active, by difficulty, and the two means: over all and over the active.

        The mean over the active stays high to the end, while the mean over all falls with their number.
        """
        counts = triplets(pairwise(embeddings, self.distance, self.normalize), labels, self.margin).counts()
        total = sum(counts.values())
        active = total - counts["easy"]
        cost = float(
            triplet_batch_all(
                embeddings, labels, margin=self.margin, distance=self.distance, normalize=self.normalize,
                reduction="sum",
            )
        )  # fmt: skip
        means = {"mean_over_all": cost / max(total, 1), "mean_over_active": cost / max(active, 1)}
        return {"triplets": total, "active_triplets": active, **counts, **means}
