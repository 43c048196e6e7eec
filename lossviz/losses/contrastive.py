"""Contrastive loss: embeddings and labels enter, the loss over all pairs leaves."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import Extra, check_above, check_choice, pure_loss
from lossviz.losses.distances import negatives, pairwise, positives
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def contrastive(
    embeddings: Tensor,
    labels: Tensor,
    *,
    margin: float = 1.0,
    variant: str = "hadsell",
    normalize: bool = False,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """Pairs of one class attract by ½D², pairs of two classes repel by ½[m − D]₊², D = ‖x_i − x_j‖.

    Args: embeddings [N, d], labels [N], margin m > 0. Variant "hinge_sq" uses D² and [m − D²]₊ instead, so its
    margin is in squared units. `normalize` brings the embeddings to length 1 first; then D ≤ 2.
    Returns the mean (or sum) over the N(N−1)/2 unordered pairs; extra `pairs`, `active_pairs` (loss above 0) and
    `active_negatives` (of two classes, nearer than the margin) are counts.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Hadsell, Chopra, LeCun 2006, Dimensionality reduction by learning an invariant mapping

    >>> contrastive(torch.tensor([[0.0], [0.5]]), torch.tensor([0, 1]), margin=1.0)
    tensor(0.1250)
    """
    check_above("margin", margin)
    check_choice("variant", variant, ("hadsell", "hinge_sq"))
    apart = pairwise(embeddings, "euclidean", normalize)
    if variant == "hadsell":
        attraction, repulsion = apart.square() / 2, (margin - apart).relu().square() / 2
    else:
        attraction, repulsion = apart.square(), (margin - apart.square()).relu()
    same, different = positives(labels).triu(1), negatives(labels).triu(1)
    terms = same * attraction + different * repulsion
    pairs = len(labels) * (len(labels) - 1) // 2
    counts = {
        "pairs": pairs,
        "active_pairs": (terms.detach() > 0).sum(),
        "active_negatives": (different & (repulsion.detach() > 0)).sum(),
    }
    return reduced(terms, reduction, count=pairs), counts


class Contrastive(PairLoss):
    """Contrastive loss over the pairs of a batch."""

    def __init__(self, problem: Problem, *, margin: float, variant: str, normalize: bool, reduction: str) -> None:
        super().__init__()
        self.margin = margin
        self.variant = variant
        self.normalize = normalize
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_counts(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        return {name: float(count) for name, count in self._with_counts(embeddings, labels)[1].items()}

    def _with_counts(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return contrastive(
            embeddings, labels, margin=self.margin, variant=self.variant, normalize=self.normalize,
            reduction=self.reduction, with_extra=True,
        )  # fmt: skip
