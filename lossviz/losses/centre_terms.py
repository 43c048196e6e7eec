"""A term on class centres beside a softmax: embeddings and labels enter, term or sum of both leaves."""

from __future__ import annotations

from abc import abstractmethod

import torch
from torch import Tensor

from lossviz.losses.center import as_they_were
from lossviz.losses.lengths import unit
from lossviz.losses.module import LinearHead, Problem
from lossviz.losses.normalized_softmax import normalized_softmax
from lossviz.losses.softmax import softmax

VARIANTS = ("hinge", "arcface")


class CentreTerm(LinearHead):
    """A term that does not tell classes apart by itself; `joint` adds softmax, of which it then is λ times the extra.

    Variant "hinge": centres follow their samples by `center_update` in train mode. Variant "arcface": the class
    vectors are the centres, and the softmax is the normalised one with scale s.
    """

    moving_centres: Tensor

    def __init__(
        self,
        problem: Problem,
        *,
        distance: str,
        delta: float,
        variant: str,
        joint: bool,
        lam: float,
        alpha: float,
        s: float,
        reduction: str,
    ) -> None:
        super().__init__(problem)
        self.register_buffer("moving_centres", torch.zeros(problem.num_classes, problem.embedding_dim))
        self.distance = distance
        self.delta = delta
        self.variant = variant
        self.angular = variant == "arcface"
        self.joint = joint
        self.lam = lam
        self.alpha = alpha
        self.s = s
        self.reduction = reduction

    def scores(self, embeddings: Tensor) -> Tensor | None:
        """w·x + b, for the angular variant ŵ·x, [N, C]; None without softmax."""
        if not self.joint:
            return None
        return embeddings @ unit(self.weights).T if self.angular else self.linear_scores(embeddings)

    @property
    def class_vectors(self) -> Tensor | None:
        if not self.joint:
            return None
        weights = self.weights.detach()
        return (unit(weights) if self.angular else weights.clone())[:, None]

    @property
    def bias(self) -> Tensor | None:
        return self.logit_bias.detach().clone() if self.joint and not self.angular else None

    @property
    def centres(self) -> Tensor:
        return self._centers().detach().clone()

    @property
    def measure(self) -> str:
        """The distance in force: the angular variant knows only the angle."""
        return "angle" if self.angular else self.distance

    @abstractmethod
    def _term(self, embeddings: Tensor, labels: Tensor, centers: Tensor) -> Tensor: ...

    def _centers(self) -> Tensor:
        return self.weights if self.angular else self.moving_centres

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        if self.angular:
            centers: Tensor = self.weights
        else:
            centers = as_they_were(self.moving_centres, embeddings, labels, self.alpha, move=self.training)
        term = self._term(embeddings, labels, centers)
        return self._softmax(embeddings, labels) + self.lam * term if self.joint else term

    def _softmax(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        if self.angular:
            return normalized_softmax(embeddings, labels, weights=self.weights, s=self.s, reduction=self.reduction)
        return softmax(embeddings, labels, weights=self.weights, bias=self.logit_bias, reduction=self.reduction)
