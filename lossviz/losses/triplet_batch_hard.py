"""Batch-hard triplet loss: embeddings and labels enter, the loss of each anchor's hardest triplet leaves."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, pure_loss
from lossviz.losses.distances import negatives, pairwise, positives
from lossviz.losses.masked import largest, log_sum_exp, smallest
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.reductions import reduced

SOFT = "soft"


@pure_loss
def triplet_batch_hard(
    embeddings: Tensor,
    labels: Tensor,
    *,
    margin: float | str = 0.3,
    distance: str = "euclidean",
    normalize: bool = False,
    reduction: str = "mean",
    tau: float = 0.0,
) -> tuple[Tensor, Extra]:
    """[m + max_p d(a,p) − min_n d(a,n)]₊ for each anchor; margin "soft": softplus of the difference.

    Args: embeddings [N, d], labels [N], margin m ≥ 0 or "soft", distance and normalize as in `distances.pairwise`.
    tau τ > 0 softens max and min into τ(logsumexp(d/τ) − ln n), which for large τ is the mean; 0 is the published
    form.
    Returns the mean (or sum) over the valid anchors, those with another sample of their class and one of another
    class; extra `valid_anchors`, `active_triplets` (loss above 0) and `hard` (d_an ≤ d_ap) are counts.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Hermans, Beyer, Leibe 2017, In defense of the triplet loss, https://arxiv.org/abs/1703.07737

    >>> triplet_batch_hard(torch.tensor([[0.0], [1.0], [3.0]]), torch.tensor([0, 0, 1]), margin=2.5)
    tensor(1.)
    """
    if isinstance(margin, str):
        check_choice("margin", margin, (SOFT,))
    else:
        check_range("margin", margin, 0.0)
    check_range("tau", tau, 0.0)
    alike, other = positives(labels), negatives(labels)
    valid = alike.any(1) & other.any(1)
    apart = pairwise(embeddings, distance, normalize)
    # −∞ for an anchor without a positive or a negative, which then costs nothing
    difference = _largest(apart, alike, tau) - _smallest(apart, other, tau)
    terms = F.softplus(difference) if isinstance(margin, str) else (margin + difference).relu()
    counts = {
        "valid_anchors": valid.sum(),
        "active_triplets": (terms.detach() > 0).sum(),
        "hard": (difference.detach() >= 0).sum(),
    }
    return reduced(terms, reduction, count=valid.sum()), counts


def _largest(values: Tensor, where: Tensor, tau: float) -> Tensor:
    """The largest value of each row where allowed, the first of equals; softened by τ towards the mean."""
    if tau == 0.0:
        return largest(values, where)
    return tau * (log_sum_exp(values / tau, where) - where.sum(1).clamp(min=1).to(values).log())


def _smallest(values: Tensor, where: Tensor, tau: float) -> Tensor:
    return smallest(values, where) if tau == 0.0 else -_largest(-values, where, tau)


class TripletBatchHard(PairLoss):
    """Batch-hard triplet loss; `anneal` is the share of the run over which mean gives way to max, 0 as published."""

    def __init__(
        self,
        problem: Problem,
        *,
        margin: float | str,
        distance: str,
        normalize: bool,
        anneal: float,
        reduction: str,
    ) -> None:
        super().__init__()
        self.margin = margin
        self.distance = distance
        self.normalize = normalize
        self.anneal = anneal
        self.reduction = reduction

    @property
    def tau(self) -> float:
        """The softness now: from 1 to 0 over the first `anneal` share of the run."""
        return 0.0 if self.progress >= self.anneal else 1 - self.progress / self.anneal

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_counts(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        counts = {name: float(count) for name, count in self._with_counts(embeddings, labels)[1].items()}
        return {"triplets": counts.pop("valid_anchors"), **counts, "softness": self.tau}

    def _with_counts(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return triplet_batch_hard(
            embeddings, labels, margin=self.margin, distance=self.distance, normalize=self.normalize,
            reduction=self.reduction, tau=self.tau, with_extra=True,
        )  # fmt: skip
