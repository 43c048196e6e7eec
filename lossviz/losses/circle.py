"""Circle loss: similarities within and between classes enter, each weighted by how far it still has to go."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import Extra, check_above, check_choice, check_range, pure_loss
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.schedules import grown
from lossviz.losses.unified import compared, seen, soft_comparison


@pure_loss
def circle(
    embeddings: Tensor | None = None,
    labels: Tensor | None = None,
    *,
    sp: Tensor | None = None,
    sn: Tensor | None = None,
    gamma: float = 80.0,
    m: float = 0.4,
    level: str = "pair",
    detach_alpha: bool = True,
    similarity: str = "cosine",
) -> tuple[Tensor, Extra]:
    """softplus(LSE_j γα_n(s_n^j − Δ_n) + LSE_i −γα_p(s_p^i − Δ_p)): the unified loss with a pace for each similarity.

    α_p = [1 + m − s_p]₊, α_n = [s_n + m]₊, Δ_p = 1 − m, Δ_n = m.
    Args: gamma γ > 0, m in −1 … 1. level "pair": embeddings [N, d], labels [N]; each anchor compares its positives
    with its negatives, by the cosine or, similarity "inverse", by 1/(1 + D²). level "similarity": only sp [K] and
    sn [L], one comparison. `detach_alpha` holds the α constant for differentiation, as published.
    Returns the mean over the anchors that have a positive and a negative; 0 without any. Extra: `anchors`, `s_p` and
    `s_n`, their mean similarities.
    Gradient: Zω_nγ(s_n + m) to each s_n and −Zω_pγ(1 + m − s_p) to each s_p, Z = 1 − e^{−L}, ω the softmax weights
    within each sum; with α not held constant 2γs_n and 2γ(s_p − 1) would stand there, another field.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Sun et al. 2020, Circle loss, https://arxiv.org/abs/2002.10857

    >>> circle(sp=torch.tensor([0.4]), sn=torch.tensor([0.6]), gamma=32.0, m=0.25, level="similarity")
    tensor(19.0400)
    """
    check_above("gamma", gamma)
    check_range("m", m, -1.0, 1.0)
    check_choice("level", level, ("pair", "similarity"))
    near, alike, other = compared(level, embeddings, labels, None, sp, sn, similarity)
    positive, negative = paced(near, gamma, m, detach_alpha)
    return soft_comparison(positive, negative, alike, other), seen(near, alike, other)


def paced(near: Tensor, gamma: float, m: float, detach_alpha: bool = True) -> tuple[Tensor, Tensor]:
    """The logits −γα_p(s − Δ_p) and γα_n(s − Δ_n) of similarities s, elementwise."""
    held = near.detach() if detach_alpha else near
    alpha_p, alpha_n = (1 + m - held).relu(), (held + m).relu()
    return -gamma * alpha_p * (near - (1 - m)), gamma * alpha_n * (near - m)


class Circle(PairLoss):
    """Circle loss over the pairs of a batch.

    `gamma_start` is the γ from which a live run grows to γ over its first half; 0 is the published form.
    """

    def __init__(
        self, problem: Problem, *, gamma: float, m: float, detach_alpha: bool, similarity: str, gamma_start: float
    ) -> None:
        super().__init__()
        self.gamma = gamma
        self.m = m
        self.detach_alpha = detach_alpha
        self.similarity = similarity
        self.gamma_start = gamma_start

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_extra(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`s_p`, `s_n`: mean similarity within and between classes; `gamma`: where γ stands."""
        extra = {name: float(value) for name, value in self._with_extra(embeddings, labels)[1].items()}
        return {**extra, "gamma": grown(self.gamma_start, self.gamma, self.progress)}

    def _with_extra(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return circle(
            embeddings, labels, gamma=grown(self.gamma_start, self.gamma, self.progress), m=self.m,
            detach_alpha=self.detach_alpha, similarity=self.similarity, with_extra=True,
        )  # fmt: skip
