"""Triplet loss: embeddings and a list of triplets enter, the loss leaves; its module draws the triplets."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, check_rows, pure_loss
from lossviz.losses.distances import DISTANCES, pairwise
from lossviz.losses.draws import Chance, random_triplets
from lossviz.losses.lengths import angle, length, masked_sqrt, unit
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def triplet(
    embeddings: Tensor,
    labels: Tensor,
    *,
    triplets: Tensor,
    margin: float = 1.0,
    distance: str = "euclidean",
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    normalize: bool = False,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """[d(a,p) − d(a,n) + m]₊ for every triplet of a list; the list alone decides, not the labels.

    Args: embeddings [N, d], labels [N], triplets [T, 3] as places (a, p, n) in the batch, margin m ≥ 0 (radians for
    "angle"). distance "euclidean": ‖u − v + eps‖_p with norm p ≥ 1 and eps ≥ 0 added to every coordinate, as
    torch.nn.TripletMarginLoss has it; "sqeuclidean", "cosine" 1 − cosθ and "angle" θ know neither p nor eps.
    `swap` takes d(p,n) for d(a,n) where it is smaller. `normalize` brings the embeddings to length 1 first.
    Returns the mean over all T triplets, those at 0 included, the sum, or with reduction "none" one number each, [T];
    0 for an empty list. Extra: `per_triplet` [T], `d_ap` and `d_an` [T].
    Gradient, plain distance: the unit vectors u_ap − u_an, −u_ap and u_an for a, p and n while the loss is above 0;
    squared: 2(n − p), 2(p − a) and 2(a − n), which fade as points close up.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Weinberger, Saul 2009, LMNN; Schroff et al. 2015, FaceNet, https://arxiv.org/abs/1503.03832, for the squared form

    >>> triplet(torch.tensor([[0.0], [1.0], [1.5]]), torch.tensor([0, 0, 1]), triplets=torch.tensor([[0, 1, 2]]))
    tensor(0.5000)
    """
    check_rows("triplets", triplets, 3, len(embeddings))
    check_range("margin", margin, 0.0)
    check_choice("distance", distance, DISTANCES)
    check_range("p", p, 1.0)
    check_range("eps", eps, 0.0)
    check_choice("reduction", reduction, ("mean", "sum", "none"))
    points = unit(embeddings) if normalize or distance in ("cosine", "angle") else embeddings
    apart = _measure(points, len(triplets), distance, p, eps)
    anchor, mate, stranger = triplets.unbind(1)
    to_positive, to_negative = apart(anchor, mate), apart(anchor, stranger)
    if swap:
        swapped = apart(mate, stranger)
        to_negative = torch.where(swapped < to_negative, swapped, to_negative)
    terms = (to_positive - to_negative + margin).relu()
    extra = {"per_triplet": terms, "d_ap": to_positive, "d_an": to_negative}
    return (terms if reduction == "none" else reduced(terms, reduction)), extra


def _measure(
    points: Tensor, number: int, distance: str, p: float, eps: float
) -> Callable[[Tensor, Tensor], Tensor]:  # fmt: skip
    """What gives d(x_i, x_j) for lists i, j [T]: point by point, or for a long list from a table of all pairs."""
    if number * points.shape[1] <= len(points) ** 2 or (distance == "euclidean" and p != 2):
        return lambda i, j: _apart(points[i], points[j], distance, p, eps)
    table = pairwise(points, distance)
    if distance == "euclidean" and eps > 0:
        sums = points.sum(1)
        # ‖v + ε‖² = ‖v‖² + 2ε·Σv + d·ε²
        table = masked_sqrt(table.square() + 2 * eps * (sums[:, None] - sums) + points.shape[1] * eps**2)
    return lambda i, j: table[i, j]


def _apart(points: Tensor, others: Tensor, distance: str, p: float, eps: float) -> Tensor:
    """d(u_i, v_i) of two lists of points, [T, d] → [T]."""
    if distance == "euclidean":
        return _norm(points - others + eps, p)
    if distance == "sqeuclidean":
        return (points - others).square().sum(1)
    return 1 - (points * others).sum(1) if distance == "cosine" else angle(points, others)


def _norm(vectors: Tensor, p: float) -> Tensor:
    """‖v‖_p, [T, d] → [T], gradient 0 at the origin. Powers are taken of parts of the largest entry: none overflows."""
    if p == 2:
        return length(vectors)
    if p == 1:
        return vectors.abs().sum(1)
    if p == math.inf:
        return vectors.abs().max(1).values
    largest = vectors.detach().abs().amax(1, keepdim=True)
    zero = largest == 0
    powers = (vectors.abs() / largest.masked_fill(zero, 1.0)).pow(p).sum(1, keepdim=True)
    return (powers.masked_fill(zero, 1.0).pow(1 / p) * largest)[:, 0]


class TripletMargin(PairLoss):
    """Triplet loss over every positive pair of a batch with a negative drawn at random."""

    def __init__(
        self,
        problem: Problem,
        *,
        margin: float,
        distance: str,
        p: float,
        eps: float,
        swap: bool,
        normalize: bool,
        reduction: str,
    ) -> None:
        super().__init__()
        self.chance = Chance(problem.generator)
        self.margin = margin
        self.distance = distance
        self.p = p
        self.eps = eps
        self.swap = swap
        self.normalize = normalize
        self.reduction = reduction

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_extra(embeddings, labels)[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`triplets` drawn from the last batch, how many have a loss above 0, and how many are hard and semi-hard."""
        _, extra = self._with_extra(embeddings, labels)
        active = extra["per_triplet"] > 0
        hard = active & (extra["d_an"] <= extra["d_ap"])
        counts = {
            "active_triplets": active.sum(),
            "easy": (~active).sum(),
            "semihard": (active & ~hard).sum(),
            "hard": hard.sum(),
        }
        return {"triplets": float(len(active)), **{name: float(count) for name, count in counts.items()}}

    def _with_extra(self, embeddings: Tensor, labels: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return triplet(
            embeddings, labels, triplets=random_triplets(labels, self.chance.at(self.step)), margin=self.margin,
            distance=self.distance, p=self.p, eps=self.eps, swap=self.swap, normalize=self.normalize,
            reduction=self.reduction, with_extra=True,
        )  # fmt: skip
