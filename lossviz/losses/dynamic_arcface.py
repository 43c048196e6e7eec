"""Dynamic-margin ArcFace: embeddings, labels and class sizes enter, the loss leaves; its module owns class vectors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch.nn.functional as F
from torch import Tensor

from lossviz.geometry import dynamic_margins
from lossviz.losses.arcface import target_cosine
from lossviz.losses.contract import Extra, check_classes, check_range, pure_loss
from lossviz.losses.lengths import unit
from lossviz.losses.margins import Scale, check_scale, scaled, with_own
from lossviz.losses.module import Problem
from lossviz.losses.reductions import reduced
from lossviz.losses.subcentres import SubcentreHead, check_subcentres, own_of

PUBLISHED = {"m_min": 0.05, "m_max": 0.5, "lam": 0.25}


@pure_loss
def dynamic_arcface(
    embeddings: Tensor,
    labels: Tensor,
    *,
    weights: Tensor,
    class_counts: Sequence[int],
    s: Scale = 80.0,
    margins: Mapping[str, float] = PUBLISHED,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """ArcFace with a margin for each class that shrinks with its size, m_j = a·n_j^(−λ) + b: rare classes get more.

    Args: embeddings [N, d], labels [N] in 0 … C−1, weights [C, d] or, with sub-centres, [C, K, d], class_counts: C
    numbers of training samples, s > 0 (or one for each sample, [N]); margins {"a", "b", "lam"} or {"m_min", "m_max",
    "lam"} as in `geometry.dynamic_margins`, each margin in 0 … π/2 radians.
    Returns the mean (or sum) over the N samples; extra `margins`: one for each class.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Ha et al. 2020, Google landmark recognition 2020, https://arxiv.org/abs/2010.05350

    >>> x = torch.eye(2)
    >>> dynamic_arcface(x, torch.tensor([0, 1]), weights=x, class_counts=[5, 5], s=1.0)
    tensor(0.3477)
    """
    bundles = weights[:, None] if isinstance(weights, Tensor) and weights.ndim == 2 else weights
    check_subcentres(bundles, embeddings)
    check_classes(labels, len(bundles))
    check_scale(s)
    if len(class_counts) != len(bundles):
        raise ValueError(f"class_counts must hold {len(bundles)} numbers, got {len(class_counts)}")
    _check_counts(class_counts)
    each = dynamic_margins(class_counts, **margins)
    check_range("margins", min(each), 0.0, math.pi / 2)
    check_range("margins", max(each), 0.0, math.pi / 2)
    x, w = unit(embeddings), unit(bundles)
    cos, own, theta = own_of(x, w, labels)
    margin = embeddings.new_tensor(each)[labels][:, None]
    logits = scaled(with_own(cos, labels, target_cosine(own, theta, margin)), s)
    return reduced(F.cross_entropy(logits, labels, reduction="none"), reduction), {"margins": each}


def _check_counts(class_counts: Sequence[int]) -> None:
    """Raises ValueError unless some class has samples and none fewer than 0."""
    if min(class_counts) < 0 or max(class_counts) == 0:
        raise ValueError(f"class_counts must be at least 0, one of them above, got {[int(n) for n in class_counts]}")


class DynamicArcFace(SubcentreHead):
    """Dynamic-margin ArcFace with its class vectors; the margins hang on the problem's class sizes.

    With a number for `a` or `b` they are a·n^(−λ) + b, one that is not given being 0; otherwise they span m_min …
    m_max. Where class sizes are not known every class counts as equally large.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        K: int,  # noqa: N803
        spread: float,
        s: float,
        m_min: float,
        m_max: float,
        lam: float,
        a: float | str,
        b: float | str,
        blend: float,
        reduction: str,
    ) -> None:
        super().__init__(problem, K=K, spread=spread, s=s, blend=blend)
        self.class_counts = problem.class_counts or (1,) * problem.num_classes
        _check_counts(self.class_counts)
        numbers = {name: value for name, value in (("a", a), ("b", b)) if not isinstance(value, str)}
        spanned = {"m_min": m_min, "m_max": m_max}
        self.margins = {**({"a": 0.0, "b": 0.0, **numbers} if numbers else spanned), "lam": lam}
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return dynamic_arcface(
            embeddings, labels, weights=self.weights, class_counts=self.class_counts, s=self.scale(embeddings),
            margins=self.margins, reduction=self.reduction,
        )  # fmt: skip

    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        theta = self.own_angle(embeddings, labels)
        margin = theta.new_tensor(dynamic_margins(self.class_counts, **self.margins))[labels]
        return target_cosine(theta.cos(), theta, margin)

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`smallest_margin` and `largest_margin` of the classes in radians, beside the usual ones."""
        each = dynamic_margins(self.class_counts, **self.margins)
        return {**super()._read(embeddings, labels), "smallest_margin": min(each), "largest_margin": max(each)}
