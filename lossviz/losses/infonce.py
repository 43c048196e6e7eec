"""InfoNCE: embeddings and labels enter, the loss of picking each positive out of a crowd leaves."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_above, check_choice, pure_loss
from lossviz.losses.distances import negatives, positives
from lossviz.losses.masked import log_sum_exp, mean
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.similarities import similarity as similarity_of


@pure_loss
def infonce(
    embeddings: Tensor,
    labels: Tensor,
    *,
    tau: float = 0.1,
    denominator: str = "negatives",
    similarity: str = "cosine",
    reduction: str = "pair",
) -> tuple[Tensor, Extra]:
    """−ln[e^{s_ip/τ} / (e^{s_ip/τ} + Σ_{k∈K} e^{s_ik/τ})] for every ordered positive pair (i, p).

    Args: embeddings [N, d], labels [N], tau τ > 0. denominator "negatives": K holds the samples of other classes;
    "all": everything but i and p, which for two views a class is NT-Xent and for more is SupCon. similarity s:
    "cosine" or, for features of free length, "sqeuclidean" −D².
    Returns the mean over the pairs (reduction "pair"), or over each anchor's pairs and then over the anchors
    ("anchor"); 0 for a batch of one class or without a positive pair. Extra: `pairs`, `anchors` with a positive,
    `probability`, the mean of the fraction above, `s_p` and `s_n`, the mean similarities.
    Gradient: −(1 − π_p)/τ to the own similarity, π_k/τ to the others, π the softmax of the crowd.
    Raises ValueError naming the argument of a wrong shape, type or range.
    van den Oord, Li, Vinyals 2018, Contrastive predictive coding; Chen et al. 2020, SimCLR, for "all"

    >>> infonce(torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), torch.tensor([0, 0, 1]), tau=1.0)
    tensor(0.3133)
    """
    check_above("tau", tau)
    check_choice("denominator", denominator, ("negatives", "all"))
    check_choice("reduction", reduction, ("pair", "anchor"))
    near = similarity_of(embeddings, embeddings, similarity, ("cosine", "sqeuclidean"))
    alike, other = positives(labels), negatives(labels)
    alike = alike & other.any(1, keepdim=True)
    crowd = log_sum_exp(near / tau, other if denominator == "negatives" else alike | other)[:, None]
    terms = F.softplus(crowd - near / tau) if denominator == "negatives" else crowd - near / tau
    terms = terms.masked_fill(~alike, 0.0)
    number = alike.sum(1)
    if reduction == "pair":
        loss = terms.sum() / number.sum().clamp(min=1)
    else:
        loss = (terms.sum(1) / number.clamp(min=1)).sum() / (number > 0).sum().clamp(min=1)
    extra = {
        "pairs": number.sum(),
        "anchors": (number > 0).sum(),
        "probability": lambda: mean((-terms.detach()).exp(), alike),
        "s_p": lambda: mean(near.detach(), alike),
        "s_n": lambda: mean(near.detach(), other),
    }
    return loss, extra


class InfoNCE(PairLoss):
    """InfoNCE over the positive pairs of a batch."""

    def __init__(
        self, problem: Problem, *, tau: float, denominator: str, similarity: str, reduction: str
    ) -> None:  # fmt: skip
        super().__init__()
        self.tau = tau
        self.denominator = denominator
        self.similarity = similarity
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return infonce(
            embeddings, labels, tau=self.tau, denominator=self.denominator, similarity=self.similarity,
            reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`probability`: how surely a positive is picked out of its crowd; `s_p`, `s_n`: mean similarities."""
        _, extra = infonce(
            embeddings, labels, tau=self.tau, denominator=self.denominator, similarity=self.similarity,
            reduction=self.reduction, with_extra=True,
        )  # fmt: skip
        return {name: float(value) for name, value in extra.items()}
