"""Combined margin: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_above, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.lengths import angle, unit
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.own_angle import own_angle
from lossviz.losses.reductions import reduced


@pure_loss
def combined_margin(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    s: Scale = 64.0,
    m1: float = 1.0,
    m2: float = 0.3,
    m3: float = 0.2,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy with three margins on the own class: own logit s(cos(m₁θ_y + m₂) − m₃), the others s·cosθ_j.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], s > 0 (or one for each sample, [N]), m1 > 0
    multiplies the angle, m2 in [0, π/2] radians adds to it, m3 ≥ 0 lowers the cosine. (1, m, 0) is ArcFace,
    (1, 0, m) CosFace, (1, 0, 0) normalised softmax; `combined_cosine` says what happens past m₁θ + m₂ = π.
    Returns the mean (or sum) over the N samples. Gradient of the own logit by θ: −s·m₁·sin(m₁θ + m₂).
    Raises ValueError naming the argument of a wrong shape, type or range.
    Deng et al. 2019, ArcFace, section 2, https://arxiv.org/abs/1801.07698

    >>> combined_margin(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), s=1.0, m1=1.0, m2=0.5, m3=0.0)
    tensor(0.3477)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_scale(s)
    check_above("m1", m1)
    check_range("m2", m2, 0.0, math.pi / 2)
    check_range("m3", m3, 0.0)
    x, w = unit(embeddings), unit(weights)
    cos = x @ w.T
    own = cos.gather(1, labels[:, None])
    target = combined_cosine(own, own_angle(x, w[labels], own), m1, m2, m3)
    logits = scaled(with_own(cos, labels, target), s)
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {}


def combined_cosine(cos: Tensor, theta: Tensor, m1: float, m2: float, m3: float) -> Tensor:
    """cos(m₁θ + m₂) − m₃ up to θ* = (π − m₂)/m₁, where the angle reaches π; elementwise, θ in radians.

    Past θ* it would rise again and reward being farther away. There cosθ takes over, lowered as in ArcFace, by
    δ·sin δ with δ = π − θ*, and by as much as it takes not to jump up.
    """
    turn = (math.pi - m2) / m1
    beyond = math.pi - turn
    lowered = max(beyond * math.sin(beyond), 1 + math.cos(min(turn, math.pi)))
    return torch.where(theta < turn, torch.cos(m1 * theta + m2), cos - lowered) - m3


class CombinedMargin(CosineHead):
    """The combined margin with its class vectors."""

    def __init__(
        self, problem: Problem, *, s: float, m1: float, m2: float, m3: float, blend: float, reduction: str
    ) -> None:
        super().__init__(problem, s=s, blend=blend)
        self.m1 = m1
        self.m2 = m2
        self.m3 = m3
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return combined_margin(
            embeddings, labels, weights=self.weights, s=self.scale(embeddings), m1=self.m1, m2=self.m2, m3=self.m3,
            reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        theta = angle(unit(embeddings), unit(self.weights)[labels])
        return combined_cosine(theta.cos(), theta, self.m1, self.m2, self.m3)
