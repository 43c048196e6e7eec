"""Several class vectors for each class: embeddings and vectors [C, K, d] enter, cosines to the nearest leave."""

from __future__ import annotations

from abc import abstractmethod

import torch
from torch import Tensor

from lossviz.losses.contract import described
from lossviz.losses.lengths import unit
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.own_angle import own_angle


def check_subcentres(weights: Tensor, embeddings: Tensor) -> None:
    """Raises ValueError unless there are K ≥ 1 real vectors of the embeddings' length for each class, [C, K, d]."""
    dim = embeddings.shape[1]
    real = isinstance(weights, Tensor) and weights.is_floating_point()
    if not real or weights.ndim != 3 or weights.shape[1] < 1 or weights.shape[2] != dim:
        raise ValueError(f"weights must be real numbers of shape (C, K, {dim}), got {described(weights)}")


def nearest(directions: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    """c̃_j = max_k ŵ_jk·x̂ of unit embeddings [N, d] and unit vectors [C, K, d], [N, C], and which k it is, [N, C].

    Of equal ones the first; only the nearest gets a gradient.
    """
    classes, number, _ = vectors.shape
    cos = (directions @ vectors.flatten(0, 1).T).view(-1, classes, number)
    if number == 1:
        return cos[:, :, 0], cos.new_zeros(cos.shape[:2]).long()
    largest = cos.max(2)
    return largest.values, largest.indices


def own_of(directions: Tensor, vectors: Tensor, labels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """c̃ [N, C] as `nearest` gives it, and c̃_y [N, 1] and the angle θ̃_y in radians [N, 1] of the own class."""
    cos, which = nearest(directions, vectors)
    own = cos.gather(1, labels[:, None])
    chosen = which.gather(1, labels[:, None])[:, 0]
    return cos, own, own_angle(directions, vectors[labels, chosen], own)


class SubcentreHead(CosineHead):
    """A loss on the cosines to the nearest of K vectors for each class.

    At first they are drawn each by itself, as published, or with `spread` below 1 nearer to one vector of the class.
    """

    def __init__(self, problem: Problem, *, K: int, spread: float, s: float, blend: float) -> None:  # noqa: N803
        super().__init__(problem, s=s, blend=blend, each=K)
        if spread < 1.0:
            with torch.no_grad():
                self.weights.lerp_(problem.random_vectors()[:, None], 1.0 - spread)

    def scores(self, embeddings: Tensor) -> Tensor:
        """Cosines to the nearest vector of each class, [N, C]."""
        return nearest(unit(embeddings), unit(self.weights))[0]

    @property
    def class_vectors(self) -> Tensor:
        return self.weights.detach().clone()

    def own_angle(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """The angle to the nearest vector of the own class in radians, [N]."""
        return own_of(unit(embeddings), unit(self.weights), labels)[2][:, 0]

    @abstractmethod
    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor: ...

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`dominant_share`: how many of the batch lie nearest to the vector most popular in their class."""
        classes, number, _ = self.weights.shape
        chosen = nearest(unit(embeddings), unit(self.weights))[1].gather(1, labels[:, None])[:, 0]
        votes = (labels * number + chosen).bincount(minlength=classes * number).view(classes, number)
        share = float(votes.amax(1).sum()) / max(len(labels), 1)
        return {**super()._read(embeddings, labels), "dominant_share": share}
