"""Margin loss: embeddings, labels and class centres enter, what keeps the own centre nearest leaves."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.center import as_they_were
from lossviz.losses.class_centres import to_others, to_own
from lossviz.losses.contract import Extra, check_choice, check_classes, check_range, check_vectors, pure_loss
from lossviz.losses.module import Loss, Problem
from lossviz.losses.reductions import reduced

NEGATIVES = ("all", "nearest")


@pure_loss
def margin(
    embeddings: Tensor,
    labels: Tensor,
    *,
    centers: Tensor,
    distance: str = "euclidean",
    m: float = 0.5,
    negatives: str = "all",
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """A triplet of sample, own centre and other centre: [d(x, c_y) − d(x, c_j) + m]₊ over j ≠ y.

    Args: embeddings [N, d], labels [N] in 0 … C−1, centers [C, d], m ≥ 0 in units of the distance; distance
    "euclidean", "sqeuclidean", "cosine" (1 − cosθ) or "angle" (radians); negatives "all" other centres or the
    "nearest" of them, of equal ones the first.
    Returns the mean over the N(C−1) pairs, for "nearest" over the N samples (or the sum); one class: 0. Gradient of
    an active pair: towards the own centre and away from the other one.
    Raises ValueError naming the argument of a wrong shape, type or range.
    He et al. 2018, Triplet-center loss, https://arxiv.org/abs/1803.06189, has the nearest centre and squared distances

    >>> margin(torch.zeros(1, 2), torch.tensor([0]), centers=torch.tensor([[3.0, 4.0], [0.0, 2.0]]))
    tensor(3.5000)
    """
    check_vectors("centers", centers, embeddings)
    check_classes(labels, len(centers))
    check_range("m", m, 0.0)
    check_choice("negatives", negatives, NEGATIVES)
    others = to_others(embeddings, centers, labels, distance)
    if negatives == "nearest" and len(centers) > 1:
        others = others.min(1, keepdim=True).values
    own = to_own(embeddings, centers, labels, distance)
    return reduced((own[:, None] - others + m).relu(), reduction), {}


class Margin(Loss):
    """Margin loss with its centres, which each forward in train mode moves by `center_update`."""

    moving_centres: Tensor

    def __init__(
        self, problem: Problem, *, distance: str, m: float, negatives: str, alpha: float, reduction: str
    ) -> None:
        super().__init__()
        self.register_buffer("moving_centres", problem.random_vectors())
        self.distance = distance
        self.m = m
        self.negatives = negatives
        self.alpha = alpha
        self.reduction = reduction

    def scores(self, embeddings: Tensor) -> None:
        return None

    @property
    def class_vectors(self) -> None:
        return None

    @property
    def bias(self) -> None:
        return None

    @property
    def centres(self) -> Tensor:
        return self.moving_centres.clone()

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        centers = as_they_were(self.moving_centres, embeddings, labels, self.alpha, move=self.training)
        return margin(
            embeddings, labels, centers=centers, distance=self.distance, m=self.m, negatives=self.negatives,
            reduction=self.reduction,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`centre_distance`, the mean distance to the own centre; `active_share` of the pairs with other centres."""
        own = to_own(embeddings, self.moving_centres, labels, self.distance)
        others = to_others(embeddings, self.moving_centres, labels, self.distance)
        active = (own[:, None] - others + self.m > 0).float()
        share = float(active.mean()) if active.numel() else 0.0
        return {"centre_distance": float(own.mean()), "active_share": share}
