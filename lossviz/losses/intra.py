"""Intra loss: embeddings, labels and class centres enter, what keeps a class together leaves."""

from __future__ import annotations

import math

from torch import Tensor

from lossviz.losses.centre_terms import VARIANTS, CentreTerm
from lossviz.losses.class_centres import to_own
from lossviz.losses.contract import Extra, check_choice, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.distances import DISTANCES
from lossviz.losses.reductions import reduced


@pure_loss
def intra(
    embeddings: Tensor,
    labels: Tensor,
    *,
    centers: Tensor,
    distance: str = "euclidean",
    delta: float = 0.5,
    variant: str = "hinge",
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """How far a sample lies outside the ball of its class: [d(x, c_y) − δ]₊; variant "arcface": θ_y/π.

    Args: embeddings [N, d], labels [N] in 0 … C−1, centers [C, d], delta δ ≥ 0 in units of the distance; distance
    "euclidean", "sqeuclidean", "cosine" (1 − cosθ) or "angle" (radians). Variant "arcface" is the penalty of the
    ArcFace paper, to be added to normalised softmax with its class vectors as centres; it uses the angle and no δ.
    Returns the mean (or sum) over the N samples. Gradient: that of d outside the ball, 0 inside, on the rim and on
    the centre itself. Nothing here keeps two classes apart.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Deng et al. 2019, ArcFace, section 2, https://arxiv.org/abs/1801.07698

    >>> intra(torch.tensor([[3.0, 4.0]]), torch.tensor([0]), centers=torch.zeros(1, 2))
    tensor(4.5000)
    """
    check_vectors("centers", centers, embeddings)
    check_classes(labels, len(centers))
    check_range("delta", delta, 0.0)
    check_choice("variant", variant, VARIANTS)
    if variant == "arcface":
        check_choice("distance", distance, DISTANCES)
        terms = to_own(embeddings, centers, labels, "angle") / math.pi
    else:
        terms = (to_own(embeddings, centers, labels, distance) - delta).relu()
    return reduced(terms, reduction), {}


class Intra(CentreTerm):
    """Intra loss with its centres and, jointly, a softmax classifier."""

    def _term(self, embeddings: Tensor, labels: Tensor, centers: Tensor) -> Tensor:
        return intra(
            embeddings, labels, centers=centers, distance=self.distance, delta=self.delta, variant=self.variant,
            reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`centre_distance`: the mean distance to the own centre; `outside`: the share farther than δ from it."""
        apart = to_own(embeddings, self._centers(), labels, self.measure)
        return {"centre_distance": float(apart.mean()), "outside": float((apart > self.delta).float().mean())}
