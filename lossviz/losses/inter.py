"""Inter loss: embeddings, labels and class centres enter, what keeps other classes away leaves."""

from __future__ import annotations

import math

from torch import Tensor

from lossviz.losses.centre_terms import VARIANTS, CentreTerm
from lossviz.losses.class_centres import to_all, to_others, without_own
from lossviz.losses.contract import Extra, check_choice, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.distances import DISTANCES
from lossviz.losses.reductions import reduced


@pure_loss
def inter(
    embeddings: Tensor,
    labels: Tensor,
    *,
    centers: Tensor,
    distance: str = "euclidean",
    delta: float = 1.0,
    variant: str = "hinge",
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """How far a sample lies inside the balls of other classes: [δ − d(x, c_j)]₊ over j ≠ y.

    Args: embeddings [N, d], labels [N] in 0 … C−1, centers [C, d], delta δ ≥ 0 in units of the distance; distance
    "euclidean", "sqeuclidean", "cosine" (1 − cosθ) or "angle" (radians). Variant "arcface" is the penalty of the
    ArcFace paper on the centres alone, −θ(c_y, c_j)/π, to be added to normalised softmax with its class vectors as
    centres; it pushes no embedding and may be negative.
    Returns the mean over the N(C−1) pairs (or the sum); one class: 0. Gradient: −∂d inside a ball, 0 outside, on the
    rim and on the centre itself. Nothing here pulls a sample to its own class.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Deng et al. 2019, ArcFace, section 2, https://arxiv.org/abs/1801.07698

    >>> inter(torch.zeros(1, 2), torch.tensor([0]), centers=torch.tensor([[0.0, 0.0], [0.3, 0.4]]))
    tensor(0.5000)
    """
    check_vectors("centers", centers, embeddings)
    check_classes(labels, len(centers))
    check_range("delta", delta, 0.0)
    check_choice("variant", variant, VARIANTS)
    if variant == "arcface":
        check_choice("distance", distance, DISTANCES)
        apart = to_all(centers, centers, "angle")[labels]
        terms = 0 * embeddings.sum() - without_own(apart, labels) / math.pi
    else:
        terms = (delta - to_others(embeddings, centers, labels, distance)).relu()
    return reduced(terms, reduction), {}


class Inter(CentreTerm):
    """Inter loss with its centres and, jointly, a softmax classifier."""

    def _term(self, embeddings: Tensor, labels: Tensor, centers: Tensor) -> Tensor:
        return inter(
            embeddings, labels, centers=centers, distance=self.distance, delta=self.delta, variant=self.variant,
            reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`other_centre_distance`: the mean distance to the nearest other centre; `inside`: the share nearer than δ."""
        apart = to_others(embeddings, self._centers(), labels, self.measure)
        nearest = apart.amin(1) if apart.shape[1] else apart.sum(1)
        inside = float((nearest < self.delta).float().mean())
        return {"other_centre_distance": float(nearest.mean()), "inside": inside}
