"""Circle loss on class vectors: embeddings and labels enter, the loss leaves; its module owns the class vectors."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from lossviz.losses.circle import paced
from lossviz.losses.contract import Extra, check_above, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.lengths import cosines, unit
from lossviz.losses.margins import with_own
from lossviz.losses.module import Loss, Problem
from lossviz.losses.reductions import reduced
from lossviz.losses.schedules import grown
from lossviz.losses.similarities import similarity as similar

SIMILARITIES = ("cosine", "inverse")


@pure_loss
def circle_class(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    gamma: float = 256.0,
    m: float = 0.25,
    detach_alpha: bool = True,
    reduction: str = "mean",
    similarity: str = "cosine",
) -> tuple[Tensor, Extra]:
    """ln(1 + Σ_{j≠y} e^{γα_n(s_j − m) − γα_p(s_y − 1 + m)}), weights α_p = [1 + m − s_y]₊ and α_n = [s_j + m]₊.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d], gamma γ > 0, m a real number below 1.
    similarity "cosine": s_j = cosθ_j; "inverse": 1/(1 + ‖x − w_j‖²), for features of free length.
    Returns the mean (or sum) over the N samples. Gradient: with Z = 1 − e^{−L} and softmax weights ω, Z·ω_j·γ·α_n for
    s_j and −Z·γ·α_p for s_y, because α is a constant for differentiation; without `detach_alpha` 2γs_j and 2γ(s_y − 1)
    stand in the place of γα.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Sun et al. 2020, Circle loss, https://arxiv.org/abs/2002.10857

    >>> circle_class(torch.eye(2), torch.tensor([0, 1]), weights=torch.eye(2), gamma=1.0, m=0.5)
    tensor(0.4741)
    """
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    check_above("gamma", gamma)
    check_range("m", m, -1.0, 1.0)
    s = similar(embeddings, weights, similarity, allowed=SIMILARITIES)
    to_own, to_others = paced(s, gamma, m, detach_alpha)
    logits = with_own(to_others, labels, -to_own.gather(1, labels[:, None]))
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {}


class CircleClass(Loss):
    """Circle loss with its class vectors.

    `gamma_start` is the γ from which a live run grows to γ over its first half; 0 is the published form.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        gamma: float,
        m: float,
        similarity: str,
        gamma_start: float,
        detach_alpha: bool,
        reduction: str,
    ) -> None:
        super().__init__()
        self.weights = nn.Parameter(problem.random_vectors())
        self.gamma = gamma
        self.m = m
        self.similarity = similarity
        self.gamma_start = gamma_start
        self.detach_alpha = detach_alpha
        self.reduction = reduction

    @property
    def gamma_now(self) -> float:
        """γ at this point of the run."""
        return grown(self.gamma_start, self.gamma, self.progress)

    def scores(self, embeddings: Tensor) -> Tensor:
        """Cosines to the class vectors, or w·x − ½‖w‖², the largest for the nearest w, [N, C]."""
        if self.similarity == "cosine":
            return cosines(embeddings, self.weights)
        return F.linear(embeddings, self.weights, self.bias)

    @property
    def class_vectors(self) -> Tensor:
        """[C, 1, d], of length 1 where only directions count."""
        weights = self.weights.detach()
        return unit(weights)[:, None] if self.similarity == "cosine" else weights[:, None].clone()

    @property
    def bias(self) -> Tensor | None:
        return None if self.similarity == "cosine" else -0.5 * self.weights.detach().square().sum(1)

    @property
    def centres(self) -> None:
        return None

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return circle_class(
            embeddings, labels, weights=self.weights, gamma=self.gamma_now, m=self.m, similarity=self.similarity,
            detach_alpha=self.detach_alpha, reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`s_p` and `s_n`, the mean similarity to the own class and to the most similar other one, and `gamma`."""
        s = similar(embeddings, self.weights, self.similarity)
        own, others = s.gather(1, labels[:, None]), s.scatter(1, labels[:, None], -torch.inf)
        return {"s_p": float(own.mean()), "s_n": float(others.amax(1).mean()), "gamma": self.gamma_now}
