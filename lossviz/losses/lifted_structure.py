"""Lifted structure loss: embeddings and labels enter, each positive pair against all its strangers leaves."""

from __future__ import annotations

import torch
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, pure_loss
from lossviz.losses.distances import negatives, pairwise, positives
from lossviz.losses.masked import largest, log_sum_exp
from lossviz.losses.module import PairLoss, Problem

VARIANTS = ("song2016", "song2016_max", "hermans2017")


@pure_loss
def lifted_structure(
    embeddings: Tensor, labels: Tensor, *, margin: float = 1.0, variant: str = "song2016", normalize: bool = False
) -> tuple[Tensor, Extra]:
    """½[J_ij]₊² of every positive pair, J_ij = ln(Σ_k e^{m−D_ik} + Σ_l e^{m−D_jl}) + D_ij over both's negatives k, l.

    Args: embeddings [N, d], labels [N], margin m ≥ 0 (the paper's α), D = ‖x_i − x_j‖. variant "song2016_max" takes
    the largest exponent instead of the logarithm, the form that song2016 bounds from above; "hermans2017" is
    [LSE_p D_ap + LSE_n (m − D_an)]₊ of every anchor. `normalize` brings the embeddings to length 1 first.
    Returns the mean over the unordered positive pairs, or for hermans2017 over the anchors that have a positive and a
    negative; a pair without negatives costs 0. Extra: `pairs` (or anchors), `active_pairs` with a loss above 0.
    Gradient of J: 1 to D_ij, −e^{m−D_ik} over the sum to each D_ik.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Song et al. 2016, Lifted structured feature embedding, https://arxiv.org/abs/1511.06452; Hermans et al. 2017

    >>> lifted_structure(torch.tensor([[0.0], [1.0], [3.0]]), torch.tensor([0, 0, 1]), margin=1.0)
    tensor(0.0491)
    """
    check_range("margin", margin, 0.0)
    check_choice("variant", variant, VARIANTS)
    apart = pairwise(embeddings, "euclidean", normalize)
    alike, other = positives(labels), negatives(labels)
    if variant == "hermans2017":
        excess = (log_sum_exp(apart, alike) + log_sum_exp(margin - apart, other)).relu()
        valid = alike.any(1) & other.any(1)
        return excess.sum() / valid.sum().clamp(min=1), {"pairs": valid.sum(), "active_pairs": (excess > 0).sum()}
    alike = alike.triu(1)
    if variant == "song2016":
        strangers = log_sum_exp(margin - apart, other)
        nearest = torch.logaddexp(strangers[:, None], strangers)
    else:
        strangers = largest(margin - apart, other)
        nearest = torch.where(strangers[:, None] >= strangers, strangers[:, None], strangers)
    excess = (nearest + apart).relu() * alike
    pairs = alike.sum()
    return excess.square().sum() / (2 * pairs).clamp(min=1), {"pairs": pairs, "active_pairs": (excess > 0).sum()}


class LiftedStructure(PairLoss):
    """Lifted structure loss over the positive pairs of a batch."""

    def __init__(self, problem: Problem, *, margin: float, variant: str, normalize: bool) -> None:
        super().__init__()
        self.margin = margin
        self.variant = variant
        self.normalize = normalize

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_counts(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`pairs` of one class (for hermans2017 anchors) and how many of them have a loss above 0."""
        return {name: float(count) for name, count in self._with_counts(embeddings, labels)[1].items()}

    def _with_counts(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return lifted_structure(
            embeddings, labels, margin=self.margin, variant=self.variant, normalize=self.normalize, with_extra=True
        )
