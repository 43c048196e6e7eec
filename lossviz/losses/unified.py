"""The unified loss: similarities within and between classes enter, one soft comparison of all with all leaves."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from lossviz.losses.contract import (
    Extra,
    check_above,
    check_choice,
    check_classes,
    check_range,
    check_vectors,
    pure_loss,
)
from lossviz.losses.distances import negatives, positives
from lossviz.losses.lengths import cosines
from lossviz.losses.masked import log_sum_exp, mean
from lossviz.losses.module import Loss, Problem
from lossviz.losses.schedules import grown
from lossviz.losses.similarities import similarity as similarity_of

LEVELS = ("pair", "class", "similarity")


@pure_loss
def unified(
    embeddings: Tensor | None = None,
    labels: Tensor | None = None,
    *,
    weights: Tensor | None = None,
    sp: Tensor | None = None,
    sn: Tensor | None = None,
    gamma: float = 64.0,
    m: float = 0.25,
    level: str = "pair",
    similarity: str = "cosine",
) -> tuple[Tensor, Extra]:
    """ln[1 + Σ_j Σ_i e^{γ(s_n^j − s_p^i + m)}] of within-class similarities s_p and between-class ones s_n.

    Args: gamma γ > 0, m a margin in −1 … 2. level "pair": embeddings [N, d], labels [N]; each anchor compares its
    positives with its negatives, by the cosine or, similarity "inverse", by 1/(1 + D²). level "class": weights [C, d]
    as well; s_p is the cosine to the own class vector, s_n those to the others. level "similarity": only sp [K] and
    sn [L], one comparison.
    Returns the mean over the anchors that have a positive and a negative, or over the samples; 0 without any. Extra:
    `anchors`, `s_p` and `s_n`, their mean similarities.
    Gradient: γZω_n to each s_n and −γZω_p to each s_p, Z = 1 − e^{−L}, ω the softmax weights within each sum.
    One positive is AM-Softmax with s = γ, m = 0 NormFace; for γ → ∞, L/γ → [max s_n − min s_p + m]₊, the batch-hard
    triplet loss in cosines.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Sun et al. 2020, Circle loss, https://arxiv.org/abs/2002.10857

    >>> unified(sp=torch.tensor([0.5]), sn=torch.tensor([0.5]), gamma=1.0, m=0.0, level="similarity")
    tensor(0.6931)
    """
    check_above("gamma", gamma)
    check_range("m", m, -1.0, 2.0)
    check_choice("level", level, LEVELS)
    near, alike, other = compared(level, embeddings, labels, weights, sp, sn, similarity)
    return soft_comparison(-gamma * near, gamma * (near + m), alike, other), seen(near, alike, other)


def compared(
    level: str,
    embeddings: Tensor | None,
    labels: Tensor | None,
    weights: Tensor | None,
    sp: Tensor | None,
    sn: Tensor | None,
    similarity: str,
) -> tuple[Tensor, Tensor, Tensor]:
    """Similarities [A, M] of A comparisons, which of them are within a class, and which between classes, [A, M]."""
    if level == "similarity":
        return _given(sp, sn)
    if embeddings is None or labels is None:
        raise ValueError(f"embeddings and labels must be given for level {level}, got None")
    if level == "pair":
        near = similarity_of(embeddings, embeddings, similarity, ("cosine", "inverse"))
        return near, positives(labels), negatives(labels)
    if weights is None:
        raise ValueError("weights must be given for level class, got None")
    check_vectors("weights", weights, embeddings)
    check_classes(labels, len(weights))
    own = F.one_hot(labels, len(weights)).bool()
    return cosines(embeddings, weights), own, ~own


def soft_comparison(positive: Tensor, negative: Tensor, alike: Tensor, other: Tensor) -> Tensor:
    """Mean of softplus(LSE over the alike + LSE over the others) over the rows that have both; logits [A, M]."""
    terms = F.softplus(log_sum_exp(negative, other) + log_sum_exp(positive, alike))
    return terms.sum() / (alike.any(1) & other.any(1)).sum().clamp(min=1)


def seen(near: Tensor, alike: Tensor, other: Tensor) -> Extra:
    """How many comparisons there are, and the mean similarities within and between classes."""
    return {
        "anchors": (alike.any(1) & other.any(1)).sum(),
        "s_p": lambda: mean(near.detach(), alike),
        "s_n": lambda: mean(near.detach(), other),
    }


def _given(sp: Tensor | None, sn: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
    for name, given in (("sp", sp), ("sn", sn)):
        if not isinstance(given, Tensor) or given.ndim != 1 or not given.is_floating_point():
            raise ValueError(f"{name} must be a real tensor of one dimension for level similarity")
    assert sp is not None
    assert sn is not None
    near = torch.cat([sp, sn])[None]
    alike = (torch.arange(near.shape[1], device=near.device) < len(sp))[None]
    return near, alike, ~alike


class Unified(Loss):
    """The unified loss over the pairs of a batch, or at the class level with its class vectors.

    `gamma_start` is the γ from which a live run grows to γ over its first half; 0 is the published form.
    """

    weights: nn.Parameter | None

    def __init__(
        self, problem: Problem, *, gamma: float, m: float, level: str, similarity: str, gamma_start: float
    ) -> None:
        super().__init__()
        vectors = nn.Parameter(problem.random_vectors()) if level == "class" else None
        self.register_parameter("weights", vectors)
        self.gamma = gamma
        self.m = m
        self.level = level
        self.similarity = similarity
        self.gamma_start = gamma_start

    def scores(self, embeddings: Tensor) -> Tensor | None:
        """Cosines to the class vectors, [N, C]; None at the level of pairs."""
        return None if self.weights is None else cosines(embeddings, self.weights)

    @property
    def class_vectors(self) -> Tensor | None:
        return None if self.weights is None else self.weights.detach()[:, None].clone()

    @property
    def bias(self) -> None:
        return None

    @property
    def centres(self) -> None:
        return None

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_extra(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`s_p`, `s_n`: mean similarity within and between classes; `gamma`: where γ stands."""
        extra = {name: float(value) for name, value in self._with_extra(embeddings, labels)[1].items()}
        return {**extra, "gamma": grown(self.gamma_start, self.gamma, self.progress)}

    def _with_extra(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return unified(
            embeddings, labels, weights=self.weights, gamma=grown(self.gamma_start, self.gamma, self.progress),
            m=self.m, level=self.level, similarity=self.similarity, with_extra=True,
        )  # fmt: skip
