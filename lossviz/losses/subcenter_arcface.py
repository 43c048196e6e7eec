"""Sub-center ArcFace: embeddings and labels enter, the loss leaves; its module owns K class vectors for each class."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.arcface import target_cosine
from lossviz.losses.contract import Extra, check_classes, check_range, checked_batch, pure_loss
from lossviz.losses.lengths import angle, unit
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import Problem
from lossviz.losses.reductions import reduced
from lossviz.losses.subcentres import SubcentreHead, check_subcentres, nearest, own_of


@pure_loss
def subcenter_arcface(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    s: Scale = 64.0,
    m: float = 0.5,
    easy_margin: bool = False,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """ArcFace on the nearest of K class vectors: own logit s·φ(θ̃_y), the others s·max_k cosθ_jk.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, K, d], s > 0 (or one for each sample, [N]), m in
    [0, π/2] radians; φ is `arcface.target_cosine`. Every class, not only the own, is measured at its nearest vector.
    Returns the mean (or sum) over the N samples. The gradient of a logit goes to the nearest vector alone, of equal
    ones to the first.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Deng et al. 2020, Sub-center ArcFace, https://doi.org/10.1007/978-3-030-58621-8_43

    >>> subcenter_arcface(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2)[:, None], s=1.0, m=0.5)
    tensor(0.3477)
    """
    check_subcentres(weights, embeddings)
    check_classes(labels, len(weights))
    check_scale(s)
    check_range("m", m, 0.0, math.pi / 2)
    x, w = unit(embeddings), unit(weights)
    cos, own, theta = own_of(x, w, labels)
    logits = scaled(with_own(cos, labels, target_cosine(own, theta, m, easy_margin)), s)
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {}


@torch.no_grad()
def subcenter_clean(embeddings: Tensor, labels: Tensor, weights: Tensor, threshold_deg: float = 75.0) -> dict[str, Any]:
    """Which samples to drop after training: those farther than the threshold from their class's dominant sub-centre.

    The dominant sub-centre of a class is the one nearest to most of its samples, of equal ones the first.
    embeddings [N, d], labels [N], weights [C, K, d], threshold_deg in degrees, 0 … 180. Returns "dominant", K-indices
    for each class (None for a class without samples), and "drop", places in the batch in ascending order.
    Raises ValueError naming the argument of a wrong shape, type or range. Deng et al. 2020, Sub-center ArcFace.

    >>> points = torch.tensor([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]])
    >>> subcenter_clean(points, torch.tensor([0, 0, 0]), torch.eye(2)[None])
    {'dominant': [0], 'drop': [2]}
    """
    embeddings, labels = checked_batch(embeddings, labels)
    check_subcentres(weights, embeddings)
    check_classes(labels, len(weights))
    check_range("threshold_deg", threshold_deg, 0.0, 180.0)
    x, w = unit(embeddings), unit(weights)
    chosen = nearest(x, w)[1].gather(1, labels[:, None])[:, 0]
    votes = F.one_hot(labels * w.shape[1] + chosen, w.shape[0] * w.shape[1]).sum(0).view(w.shape[:2])
    dominant = votes.argmax(1)
    far = angle(x, w[labels, dominant[labels]]) > math.radians(threshold_deg)
    kept = zip(dominant.tolist(), votes.sum(1).tolist(), strict=True)
    return {"dominant": [k if samples else None for k, samples in kept], "drop": far.nonzero()[:, 0].tolist()}


class SubcenterArcFace(SubcentreHead):
    """Sub-center ArcFace with its class vectors."""

    def __init__(
        self,
        problem: Problem,
        *,
        K: int,  # noqa: N803
        spread: float,
        s: float,
        m: float,
        blend: float,
        easy_margin: bool,
        reduction: str,
    ) -> None:
        super().__init__(problem, K=K, spread=spread, s=s, blend=blend)
        self.m = m
        self.easy_margin = easy_margin
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return subcenter_arcface(
            embeddings, labels, weights=self.weights, s=self.scale(embeddings), m=self.m,
            easy_margin=self.easy_margin, reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        theta = self.own_angle(embeddings, labels)
        return target_cosine(theta.cos(), theta, self.m, self.easy_margin)
