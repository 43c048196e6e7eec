"""SphereFace: embeddings and labels enter, the loss leaves; its module owns the class vectors and anneals λ."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.geometry import sphereface_lambda
from lossviz.losses.contract import Extra, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.lengths import cosines, length
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import CosineHead, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def sphereface(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    m: int = 4,
    lam: float = 0.0,
    s: Scale | None = None,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Cross-entropy with the own angle multiplied: own logit ‖x‖(λ·c_y + ψ(θ_y))/(1 + λ), the others ‖x‖·c_j.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], m a whole number above 0, lam λ ≥ 0 (0: the pure
    form); ψ is `psi`. s > 0 (or [N]) takes the place of ‖x‖.
    Returns the mean (or sum) over the N samples. The pull of the own class fades, dψ/dθ = −m·|sin mθ| = 0, wherever
    mθ is a multiple of π.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Liu et al. 2017, SphereFace, https://arxiv.org/abs/1704.08063

    >>> sphereface(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), m=4)
    tensor(0.3133)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    _check_multiple(m)
    check_range("lam", lam, 0.0)
    if s is not None:
        check_scale(s)
    cos = cosines(embeddings, weights)
    logits = with_own(cos, labels, eased(cos.gather(1, labels[:, None]), m, lam))
    terms = F.cross_entropy(scaled(logits, length(embeddings) if s is None else s), labels, reduction="none")
    return reduced(terms, reduction), {}


def _check_multiple(m: float) -> None:
    check_range("m", m, 1.0)
    if m % 1:
        raise ValueError(f"m must be a whole number, got {m}")


def eased(cos: Tensor, m: int, lam: float) -> Tensor:
    """(λ·cosθ + ψ(θ))/(1 + λ), elementwise: the margin eased by λ."""
    return (lam * cos + psi(cos, m)) / (1 + lam)


def psi(cos: Tensor, m: int) -> Tensor:
    """ψ(θ) = (−1)^k cos(mθ) − 2k for θ in [kπ/m, (k+1)π/m], elementwise from cosθ.

    cos(mθ) is the Chebyshev polynomial T_m(cosθ), whose slope is finite where that of acos is not: dψ/dcosθ = m² at
    both ends.
    """
    before, multiple = torch.ones_like(cos), cos
    for _ in range(int(m) - 1):
        before, multiple = multiple, 2 * cos * multiple - before
    breaks = torch.tensor([math.cos(j * math.pi / m) for j in range(1, int(m))]).to(cos)
    passed = (cos.detach()[..., None] <= breaks).sum(-1)
    return torch.where(passed % 2 == 0, multiple, -multiple) - 2 * passed


class SphereFace(CosineHead):
    """SphereFace with its class vectors. `lam` "annealed" falls from lam_base to lam_min with the steps of the run."""

    def __init__(
        self,
        problem: Problem,
        *,
        m: int,
        s: float | str,
        lam: float | str,
        lam_base: float,
        lam_gamma: float,
        lam_power: float,
        lam_min: float,
        blend: float,
        reduction: str,
    ) -> None:
        super().__init__(problem, s=None if isinstance(s, str) else s, blend=blend)
        self.m = m
        self.constant = None if isinstance(lam, str) else lam
        self.annealing = {"base": lam_base, "gamma": lam_gamma, "power": lam_power, "lam_min": lam_min}
        self.reduction = reduction

    @property
    def lam(self) -> float:
        """λ at this step of the run."""
        return sphereface_lambda(self.step, **self.annealing) if self.constant is None else self.constant

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return sphereface(
            embeddings, labels, weights=self.weights, m=self.m, lam=self.lam, s=self.scale(embeddings),
            reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return psi(self.scores(embeddings).gather(1, labels[:, None])[:, 0], self.m)

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`lambda` now, and `feature_length`, the mean ‖x‖, beside those of every cosine loss."""
        lengths = {"feature_length": float(length(embeddings).mean())}
        return {**super()._read(embeddings, labels), "lambda": self.lam, **lengths}
