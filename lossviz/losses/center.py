"""Center loss: embeddings, labels and class centres enter, the loss leaves; its module owns centres and classifier."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_classes, check_range, check_vectors, checked_batch, pure_loss
from lossviz.losses.lengths import length
from lossviz.losses.module import LinearHead, Problem
from lossviz.losses.reductions import reduced
from lossviz.losses.softmax import softmax


@pure_loss
def center(
    embeddings: Tensor,
    labels: Tensor,
    *,
    centers: Tensor,
    weights: Tensor | None = None,
    bias: Tensor | None = None,
    joint: bool = False,
    lam: float = 1.0,
    alpha: float = 0.5,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Half the squared distance to the own centre, L_C = ½ Σ ‖x_i − c_{y_i}‖²; joint: L_softmax + λ·L_C.

    Args: embeddings [N, d], labels [N] in 0 … C−1, centers [C, d], constants for differentiation; joint needs
    weights [C, d] and takes bias [C]; lam λ ≥ 0 counts in the joint form only; alpha in [0, 1] see `center_update`.
    Returns the mean (or sum) over the N samples, of both terms alike; extra `centers_after`: the moved centres.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Wen et al. 2016, A discriminative feature learning approach for deep face recognition

    >>> center(torch.ones(1, 2), torch.tensor([0]), centers=torch.zeros(1, 2))
    tensor(1.)
    """
    check_vectors("centers", centers, embeddings)
    check_classes(labels, len(centers))
    check_range("lam", lam, 0.0)
    terms = 0.5 * (embeddings - centers.detach()[labels]).square().sum(1)
    loss = reduced(terms, reduction)
    if joint:
        if weights is None:
            raise ValueError("weights must be given for the joint loss, got None")
        loss = softmax(embeddings, labels, weights=weights, bias=bias, reduction=reduction) + lam * loss
    return loss, {"centers_after": center_update(centers, embeddings, labels, alpha)}


@torch.no_grad()
def center_update(centers: Tensor, embeddings: Tensor, labels: Tensor, alpha: float) -> Tensor:
    """The paper's move of the centres, c_j − α·Σ_{i: y_i=j}(c_j − x_i)/(1 + n_j), [C, d]; n_j samples of class j.

    That is a step of α·n/(1+n) towards the batch's mean; a class that the batch lacks stays.
    Raises ValueError naming the argument of a wrong shape, type or range.

    >>> center_update(torch.zeros(1, 1), torch.ones(1, 1), torch.tensor([0]), alpha=1.0)
    tensor([[0.5000]])
    """
    check_range("alpha", alpha, 0.0, 1.0)
    embeddings, labels = checked_batch(embeddings, labels)
    check_vectors("centers", centers, embeddings)
    members = F.one_hot(labels, len(centers)).to(centers)
    pulled = members.T @ (centers[labels] - embeddings)
    return centers.detach() - alpha * pulled / (1 + members.sum(0))[:, None]


def as_they_were(centres: Tensor, embeddings: Tensor, labels: Tensor, alpha: float, *, move: bool) -> Tensor:
    """A copy of the centres [C, d] to take a loss with; those given then `move` on by `center_update`."""
    before = centres.clone()
    if move:
        centres.copy_(center_update(before, embeddings.detach(), labels, alpha))
    return before


class Center(LinearHead):
    """Center loss with its centres and, in the joint form, a softmax classifier.

    In train mode each forward moves the centres by `center_update`; without the joint softmax there are no class
    vectors, and every class collapses to one point.
    """

    moving_centres: Tensor

    def __init__(self, problem: Problem, *, joint: bool, lam: float, alpha: float, reduction: str) -> None:
        super().__init__(problem)
        self.register_buffer("moving_centres", torch.zeros(problem.num_classes, problem.embedding_dim))
        self.joint = joint
        self.lam = lam
        self.alpha = alpha
        self.reduction = reduction

    def scores(self, embeddings: Tensor) -> Tensor | None:
        """w·x + b, [N, C]; None without the joint softmax."""
        return self.linear_scores(embeddings) if self.joint else None

    @property
    def class_vectors(self) -> Tensor | None:
        return self.weights.detach()[:, None].clone() if self.joint else None

    @property
    def bias(self) -> Tensor | None:
        return self.logit_bias.detach().clone() if self.joint else None

    @property
    def centres(self) -> Tensor:
        return self.moving_centres.clone()

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        loss, extra = center(
            embeddings, labels, centers=self.moving_centres, weights=self.weights, bias=self.logit_bias,
            joint=self.joint, lam=self.lam, alpha=self.alpha, reduction=self.reduction, with_extra=True,
        )  # fmt: skip
        if self.training:
            self.moving_centres.copy_(extra["centers_after"])
        return loss

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`centre_distance`: the mean distance of the batch to its own centres."""
        return {"centre_distance": float(length(embeddings - self.moving_centres[labels]).mean())}
