"""CosFace: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.lengths import cosines
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def cosface(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    s: Scale = 64.0,
    m: float = 0.35,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy on cosines with the own one lowered by m: −ln e^{s(c_y−m)} / (e^{s(c_y−m)} + Σ_{j≠y} e^{s·c_j}).

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], s > 0 (or one for each sample, [N]), m ≥ 0.
    Returns the mean (or sum) over the N samples.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Wang et al. 2018, CosFace, https://arxiv.org/abs/1801.09414

    >>> cosface(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), s=1.0, m=1.0)
    tensor(0.6931)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_scale(s)
    check_range("m", m, 0.0)
    cos = cosines(embeddings, weights)
    own = cos.gather(1, labels[:, None])
    logits = scaled(with_own(cos, labels, own - m), s)
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {}


class CosFace(CosineHead):
    """CosFace with its class vectors."""

    def __init__(self, problem: Problem, *, s: float, m: float, blend: float, reduction: str) -> None:
        super().__init__(problem, s=s, blend=blend)
        self.m = m
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        scale = self.scale(embeddings)
        return cosface(embeddings, labels, weights=self.weights, s=scale, m=self.m, reduction=self.reduction)

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self.scores(embeddings).gather(1, labels[:, None])[:, 0] - self.m
