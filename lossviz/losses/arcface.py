"""ArcFace: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import (
    Extra,
    check_choice,
    check_classes,
    check_range,
    check_share,
    check_vectors,
    pure_loss,
)
from lossviz.losses.lengths import angle, unit
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.own_angle import own_angle
from lossviz.losses.reductions import reduced


@pure_loss
def arcface(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    s: Scale = 64.0,
    m: float = 0.5,
    easy_margin: bool = False,
    label_smoothing: float = 0.0,
    ls_mode: str = "targets",
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy on cosines with m radians added to the own angle: the own logit is s·φ(θ_y), the others s·cosθ_j.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], s > 0 (or one for each sample, [N]),
    m in [0, π/2]; φ is `target_cosine`. label_smoothing ε in [0, 1) spreads the targets; with ls_mode "logits" it
    mixes logits instead, q_j·φ(θ_j) + (1−q_j)·cosθ_j, which leaks the margin to the other classes.
    Returns the mean (or sum) over the N samples.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Deng et al. 2019, ArcFace, https://arxiv.org/abs/1801.07698

    >>> arcface(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), s=1.0, m=0.5)
    tensor(0.3477)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_scale(s)
    check_range("m", m, 0.0, math.pi / 2)
    check_share("label_smoothing", label_smoothing)
    check_choice("ls_mode", ls_mode, ("targets", "logits"))
    x, w = unit(embeddings), unit(weights)
    cos = x @ w.T
    if ls_mode == "logits":
        smoothed = _smoothed_targets(labels, len(weights), label_smoothing, cos)
        phi = target_cosine(cos, angle(x[:, None], w), m, easy_margin)
        logits, smoothing = smoothed * phi + (1 - smoothed) * cos, 0.0
    else:
        own = cos.gather(1, labels[:, None])
        phi = target_cosine(own, own_angle(x, w[labels], own), m, easy_margin)
        logits, smoothing = with_own(cos, labels, phi), label_smoothing
    terms = F.cross_entropy(scaled(logits, s), labels, reduction="none", label_smoothing=smoothing)
    return reduced(terms, reduction), {}


def target_cosine(cos: Tensor, theta: Tensor, m: float | Tensor, easy_margin: bool = False) -> Tensor:
    """φ(θ) = cos(θ + m) while θ < π − m, past it the fallback cosθ − m·sin m; elementwise, θ and m in radians.

    Past π − m, cos(θ + m) would rise again and reward being farther away. `easy_margin` uses cos(θ + m) only for
    cosθ > 0 and plain cosθ elsewhere.
    """
    moved = torch.cos(theta + m)
    if easy_margin:
        return torch.where(cos > 0, moved, cos)
    if isinstance(m, Tensor):
        return torch.where(cos > torch.cos(math.pi - m), moved, cos - m * torch.sin(m))
    return torch.where(cos > math.cos(math.pi - m), moved, cos - m * math.sin(m))


def _smoothed_targets(labels: Tensor, classes: int, smoothing: float, like: Tensor) -> Tensor:
    """q = (1−ε)·onehot + ε/C, [N, C]."""
    return (1 - smoothing) * F.one_hot(labels, classes).to(like) + smoothing / classes


class ArcFace(CosineHead):
    """ArcFace with its class vectors."""

    def __init__(
        self,
        problem: Problem,
        *,
        s: float,
        m: float,
        blend: float,
        easy_margin: bool,
        label_smoothing: float,
        ls_mode: str,
        reduction: str,
    ) -> None:
        super().__init__(problem, s=s, blend=blend)
        self.m = m
        self.easy_margin = easy_margin
        self.label_smoothing = label_smoothing
        self.ls_mode = ls_mode
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return arcface(
            embeddings, labels, weights=self.weights, s=self.scale(embeddings), m=self.m,
            easy_margin=self.easy_margin, label_smoothing=self.label_smoothing, ls_mode=self.ls_mode,
            reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        theta = angle(unit(embeddings), unit(self.weights)[labels])
        return target_cosine(theta.cos(), theta, self.m, self.easy_margin)
