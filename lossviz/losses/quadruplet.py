"""Quadruplet loss: embeddings and a list of quadruplets enter, the loss leaves; its module finds the quadruplets."""

from __future__ import annotations

from typing import Any

import torch
from torch import Generator, Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, check_rows, pure_loss
from lossviz.losses.distances import negatives, pairwise, positives
from lossviz.losses.draws import Chance, random_of_one_class, random_quadruplets
from lossviz.losses.masked import mean
from lossviz.losses.mining import nearest_or_farthest, triplets
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.reductions import reduced


@pure_loss
def quadruplet(
    embeddings: Tensor,
    labels: Tensor,
    *,
    quadruplets: Tensor,
    alpha1: float = 1.0,
    alpha2: float = 0.5,
    variant: str = "chen2017",
    distance: str = "sqeuclidean",
    normalize: bool = False,
    adaptive: bool = False,
    w1: float = 1.0,
    w2: float = 0.5,
    reduction: str = "mean",
) -> tuple[Tensor, Extra]:
    """[d(a,p) − d(a,n1) + α₁]₊ + [d(a,p) − d(n2,n1) + α₂]₊ for every quadruplet (a, p, n1, n2) of a list.

    a and p are of one class, a, n1 and n2 of three: the second term pulls a pair closer than two strangers that do not
    know it. The list alone decides, the labels serve the adaptive margins.
    Args: embeddings [N, d], labels [N], quadruplets [Q, 4] as places in the batch, margins alpha1, alpha2 ≥ 0;
    distance and normalize as in `distances.pairwise`. variant "survey": rows (a, p, s, n), three of one class and a
    negative, [d(a,p) − d(a,s) + α₁]₊ + [d(a,s) − d(a,n) + α₂]₊, which p and s in both orders keep above 2α₁; it makes
    sense only where s is less like a than p is. `adaptive`: α_k = w_k(μ_neg − μ_pos), w1, w2 ≥ 0, the mean distance of
    the batch's negative pairs minus that of its positive ones, constant for differentiation and below 0 at times.
    Returns the mean (or sum) over the quadruplets; 0 for an empty list. Extra: `alpha`, both margins;
    `active_first` and `active_second`, how many terms are above 0.
    Gradient of a term that is above 0: the difference of its two distances' gradients.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Chen et al. 2017, Beyond triplet loss, https://arxiv.org/abs/1704.01719

    >>> points, rows = torch.tensor([[0.0], [1.0], [1.5], [3.0]]), torch.tensor([[0, 1, 2, 3]])
    >>> quadruplet(points, torch.tensor([0, 0, 1, 2]), quadruplets=rows, alpha1=2.0, alpha2=1.5)
    tensor(1.)
    """
    check_rows("quadruplets", quadruplets, 4, len(embeddings))
    for name, value in (("alpha1", alpha1), ("alpha2", alpha2), ("w1", w1), ("w2", w2)):
        check_range(name, value, 0.0)
    check_choice("variant", variant, ("chen2017", "survey"))
    apart = pairwise(embeddings, distance, normalize)
    first, second, third, fourth = quadruplets.unbind(1)
    alpha = _adaptive(apart.detach(), labels, w1, w2) if adaptive else (alpha1, alpha2)
    near, far = apart[first, second], apart[first, third]
    if variant == "chen2017":
        terms = (near - far + alpha[0]).relu(), (near - apart[fourth, third] + alpha[1]).relu()
    else:
        terms = (near - far + alpha[0]).relu(), (far - apart[first, fourth] + alpha[1]).relu()
    extra = {"alpha": list(alpha), "active_first": (terms[0] > 0).sum(), "active_second": (terms[1] > 0).sum()}
    return reduced(terms[0] + terms[1], reduction), extra


def _adaptive(apart: Tensor, labels: Tensor, w1: float, w2: float) -> tuple[float, float]:
    """Margins w·(μ_neg − μ_pos) from the mean distances of the batch; 0 for a mean of no pairs."""
    gap = float(mean(apart, negatives(labels)) - mean(apart, positives(labels)))
    return w1 * gap, w2 * gap


class Quadruplet(PairLoss):
    """Quadruplet loss over every positive pair of a batch, the rest of each quadruplet found for it.

    mining "random" draws both negatives; "semihard" takes the nearest semi-hard n1 of the pair, failing that the next
    farther one or the farthest, and draws n2.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        alpha1: float,
        alpha2: float,
        variant: str,
        mining: str,
        distance: str,
        normalize: bool,
        adaptive: bool,
        w1: float,
        w2: float,
        reduction: str,
    ) -> None:
        super().__init__()
        self.chance = Chance(problem.generator)
        self.mining = mining
        self.settings: dict[str, Any] = {
            "alpha1": alpha1, "alpha2": alpha2, "variant": variant, "distance": distance, "normalize": normalize,
            "adaptive": adaptive, "w1": w1, "w2": w2, "reduction": reduction,
        }  # fmt: skip

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return self._with_extra(embeddings, labels, self._found(embeddings, labels))[0]

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`quadruplets` of the last batch, how many of each term are above 0, and the margins in force."""
        rows = self._found(embeddings, labels)
        _, extra = self._with_extra(embeddings, labels, rows)
        alpha1, alpha2 = extra.pop("alpha")
        counts = {name: float(count) for name, count in extra.items()}
        return {"quadruplets": float(len(rows)), **counts, "alpha1": float(alpha1), "alpha2": float(alpha2)}

    def _with_extra(self, embeddings: Tensor, labels: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        return quadruplet(embeddings, labels, quadruplets=rows, **self.settings, with_extra=True)

    def _found(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        chance: Generator = self.chance.at(self.step)
        if self.settings["variant"] == "survey":
            return random_of_one_class(labels, chance)
        return random_quadruplets(labels, chance, self._nearest(embeddings, labels))

    @torch.no_grad()
    def _nearest(self, embeddings: Tensor, labels: Tensor) -> Tensor | None:
        if self.mining == "random":
            return None
        apart = pairwise(embeddings, self.settings["distance"], self.settings["normalize"])
        return nearest_or_farthest(apart, labels, triplets(apart, labels, self.settings["alpha1"]))
