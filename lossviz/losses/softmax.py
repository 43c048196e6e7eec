"""Softmax cross-entropy: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_bias, check_classes, check_share, check_vectors, pure_loss
from lossviz.losses.module import LinearHead, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def softmax(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    bias: Tensor | None = None,
    label_smoothing: float = 0.0,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy of a linear classifier, −Σ_j q_j ln p_j with q = (1−ε)·onehot + ε/C.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], bias [C] or None, label_smoothing ε in [0, 1).
    Returns the mean (or sum) over the N samples.
    Raises ValueError naming the argument of a wrong shape, type or range.

    >>> softmax(torch.zeros(1, 2), torch.tensor([0]), weights=torch.eye(2))
    tensor(0.6931)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_bias(bias, len(weights))
    check_share("label_smoothing", label_smoothing)
    logits = F.linear(embeddings, weights, bias)
    terms = F.cross_entropy(logits, labels, reduction="none", label_smoothing=label_smoothing)
    return reduced(terms, reduction), {}


class Softmax(LinearHead):
    """Softmax with its class vectors and their bias."""

    def __init__(self, problem: Problem, *, label_smoothing: float, reduction: str) -> None:
        super().__init__(problem)
        self.label_smoothing = label_smoothing
        self.reduction = reduction

    def scores(self, embeddings: Tensor) -> Tensor:
        """w·x + b, [N, C]."""
        return self.linear_scores(embeddings)

    @property
    def class_vectors(self) -> Tensor:
        return self.weights.detach()[:, None].clone()

    @property
    def bias(self) -> Tensor:
        return self.logit_bias.detach().clone()

    @property
    def centres(self) -> None:
        return None

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return softmax(
            embeddings, labels, weights=self.weights, bias=self.logit_bias,
            label_smoothing=self.label_smoothing, reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`own_probability`: the mean probability that the batch gives to its own classes."""
        probabilities = self.linear_scores(embeddings).softmax(1)
        return {"own_probability": float(probabilities.gather(1, labels[:, None]).mean())}
