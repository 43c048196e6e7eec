"""Normalised softmax: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_classes, check_vectors, pure_loss
from lossviz.losses.lengths import unit
from lossviz.losses.margins import Scale, check_scale, scaled
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def normalized_softmax(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    s: Scale = 30.0,
    normalize_features: bool = True,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy on scaled cosines, −ln e^{s·c_y} / Σ_j e^{s·c_j}; on s·ŵ_j·x without `normalize_features`.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], s > 0 (or one for each sample, [N]).
    Raw features with s = 1 are the modified softmax of the SphereFace paper.
    Returns the mean (or sum) over the N samples. Gradient to a cosine: s(p_j − [j = y]), p the softmax; it turns a
    feature, |∂c_j/∂x| = sinθ_j/‖x‖, and never changes its length.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Wang et al. 2017, NormFace, https://arxiv.org/abs/1704.06369

    >>> normalized_softmax(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), s=1.0)
    tensor(0.3133)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_scale(s)
    x = unit(embeddings) if normalize_features else embeddings
    logits = scaled(x @ unit(weights).T, s)
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {}


class NormalizedSoftmax(CosineHead):
    """Normalised softmax with its class vectors."""

    def __init__(self, problem: Problem, *, s: float, blend: float, normalize_features: bool, reduction: str) -> None:
        super().__init__(problem, s=s, blend=blend if normalize_features else 0.0)
        self.normalize_features = normalize_features
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return normalized_softmax(
            embeddings, labels, weights=self.weights, s=self.scale(embeddings),
            normalize_features=self.normalize_features, reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self.scores(embeddings).gather(1, labels[:, None])[:, 0]
