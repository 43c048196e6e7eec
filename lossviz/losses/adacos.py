"""AdaCos: embeddings and labels enter, the loss leaves; its module owns the class vectors and follows the scale."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.geometry import adacos_fixed_scale
from lossviz.losses.contract import (
    Extra,
    check_above,
    check_choice,
    check_classes,
    check_vectors,
    checked_labels,
    pure_loss,
)
from lossviz.losses.lengths import angle, cosines, unit
from lossviz.losses.margins import blended_scale
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.normalized_softmax import normalized_softmax
from lossviz.losses.reductions import reduced

MODES = ("fixed", "dynamic")

LARGEST_SCALE = 64.0
"""Where the dynamic scale stops."""


@pure_loss
def adacos(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    mode: str = "fixed",
    s_prev: float | None = None,
    s_max: float = LARGEST_SCALE,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy on s·cosθ_j with a scale that nobody sets: √2·ln(C − 1), or followed by `adacos_dynamic_scale`.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d] with C ≥ 3; mode "fixed" or "dynamic"; s_prev > 0
    is the scale of the step before, None: the fixed one; s_max > 0 caps the dynamic scale.
    Returns the mean (or sum) over the N samples; extra `s`, and for "dynamic" `log_b_avg` and `theta_med`. The scale
    is a constant for differentiation.
    Raises ValueError naming the argument of a wrong shape, type or range, and C below 3, where s would be 0.
    Zhang et al. 2019, AdaCos, https://arxiv.org/abs/1905.00292

    >>> x = torch.eye(3)
    >>> adacos(x, torch.arange(3), weights=x)
    tensor(0.5599)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_choice("mode", mode, MODES)
    start = adacos_fixed_scale(len(weights)) if s_prev is None else s_prev
    check_above("s_prev", start)
    check_above("s_max", s_max)
    cos = cosines(embeddings, weights)
    found = {"s": start} if mode == "fixed" else adacos_dynamic_scale(cos, labels, start, s_max=s_max)
    terms = F.cross_entropy(found["s"] * cos, labels, reduction="none")
    return reduced(terms, reduction), found


@torch.no_grad()
def adacos_dynamic_scale(
    cosines: Tensor, labels: Tensor, s_prev: float, s_max: float = LARGEST_SCALE
) -> dict[str, float]:
    """The scale after a batch, s = ln B_avg / cos(min(π/4, θ_med)), from cosines [N, C] and labels [N].

    B_avg is the mean over the samples of Σ_{j≠y} exp(s_prev·cosθ_j), θ_med the median of the own angles in radians
    (for an even batch the mean of the middle two). Returns {"s", "log_b_avg", "theta_med"}. Where the others lie
    close, s grows without bound: it stops at s_max, and stays at s_prev for ln B_avg ≤ 0 and for an empty batch.
    Raises ValueError for labels of a wrong shape or type.

    >>> round(adacos_dynamic_scale(torch.tensor([[1.0, 0.0, 0.0]]), torch.tensor([0]), 1.0)["s"], 4)
    0.6931
    """
    labels = checked_labels(labels, len(cosines))
    if len(labels) == 0:
        return {"s": s_prev, "log_b_avg": -math.inf, "theta_med": 0.0}
    own = labels[:, None]
    others = (s_prev * cosines).scatter(1, own, -torch.inf)
    log_b_avg = float(others.flatten().logsumexp(0)) - math.log(len(labels))
    theta_med = float(cosines.gather(1, own).clamp(-1, 1).acos().quantile(0.5))
    s = min(log_b_avg / math.cos(min(math.pi / 4, theta_med)), s_max) if log_b_avg > 0 else s_prev
    return {"s": s, "log_b_avg": log_b_avg, "theta_med": theta_med}


class AdaCos(CosineHead):
    """AdaCos with its class vectors and its scale, which in mode "dynamic" follows the batches of a training run."""

    scale_now: Tensor

    def __init__(self, problem: Problem, *, mode: str, s_max: float, blend: float, reduction: str) -> None:
        fixed = adacos_fixed_scale(problem.num_classes)
        super().__init__(problem, s=fixed, blend=blend)
        self.register_buffer("scale_now", torch.tensor(fixed))
        self.mode = mode
        self.s_max = s_max
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        if self.mode == "dynamic" and self.training:
            self.scale_now.fill_(self._followed(embeddings, labels))
        s = blended_scale(embeddings, float(self.scale_now), self.blended)
        return normalized_softmax(embeddings, labels, weights=self.weights, s=s, reduction=self.reduction)

    def _followed(self, embeddings: Tensor, labels: Tensor) -> float:
        cos = self.scores(embeddings.detach())
        return adacos_dynamic_scale(cos, labels, float(self.scale_now), s_max=self.s_max)["s"]

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self.scores(embeddings).gather(1, labels[:, None])[:, 0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`scale` now, and `median_angle` of the batch to its own class vectors in radians, beside the usual ones."""
        theta = angle(unit(embeddings), unit(self.weights)[labels])
        median = float(theta.quantile(0.5)) if len(labels) else 0.0
        return {**super()._read(embeddings, labels), "scale": float(self.scale_now), "median_angle": median}
