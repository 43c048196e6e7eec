"""N-pair loss: embeddings and pairs enter, the loss of finding each anchor's partner among all partners leaves."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from lossviz.losses.contract import Extra, check_choice, check_range, check_rows, pure_loss
from lossviz.losses.lengths import unit
from lossviz.losses.module import PairLoss, Problem
from lossviz.losses.similarities import similarity as similarity_of


@pure_loss
def n_pair(
    embeddings: Tensor,
    labels: Tensor,
    *,
    pairs: Tensor | None = None,
    l2_reg: float = 0.0,
    normalize: bool = False,
    similarity: str = "dot",
    used: str = "first",
) -> tuple[Tensor, Extra]:
    """ln(1 + Σ_{j≠i} e^{s(f_i, f_j⁺) − s(f_i, f_i⁺)}) of every pair (f_i, f_i⁺), a cross-entropy with anchors in rows.

    Args: embeddings [N, d], labels [N]; pairs [M, 2] as places in the batch, or None: the first two samples of each
    class, classes ascending, singletons left out; with used "every" also the third and fourth and so on, each round
    a set of its own. similarity s: the inner product "dot" or, for a bounded loss in the plane, "sqeuclidean" −D².
    l2_reg λ ≥ 0 adds λ(Σ‖f_i‖² + Σ‖f_i⁺‖²)/(2M). `normalize` brings the embeddings to length 1 first.
    Returns the mean over the M pairs, 0 without any or for a pair alone (plus the norms' term); not symmetrised.
    Extra: `pairs` [M, 2]; `rivals`, how many partners each anchor chooses from, on average; `feature_norm` of the
    samples used.
    Gradient: f_j⁺ weighted by p_j − [j = i] to each anchor, p the softmax of its row.
    Raises ValueError naming the argument of a wrong shape, type or range.
    Sohn 2016, Improved deep metric learning with multi-class N-pair loss objective

    >>> n_pair(torch.eye(2).repeat(2, 1), torch.tensor([0, 1, 0, 1]))
    tensor(0.3133)
    """
    check_range("l2_reg", l2_reg, 0.0)
    check_choice("used", used, ("first", "every"))
    if pairs is None:
        pairs, rounds = _pairs(labels, used)
    else:
        check_rows("pairs", pairs, 2, len(embeddings))
        rounds = torch.zeros(len(pairs), dtype=torch.long, device=pairs.device)
    points = unit(embeddings) if normalize else embeddings
    anchors, partners = points[pairs[:, 0]], points[pairs[:, 1]]
    together = rounds[:, None] == rounds
    logits = similarity_of(anchors, partners, similarity, ("dot", "sqeuclidean")).masked_fill(~together, -torch.inf)
    own = torch.arange(len(pairs), device=pairs.device)
    squares = anchors.square().sum(1) + partners.square().sum(1)
    number = max(len(pairs), 1)
    loss = F.cross_entropy(logits, own, reduction="sum") / number + l2_reg * squares.sum() / (2 * number)
    extra = {
        "pairs": pairs,
        "rivals": lambda: together.sum() / number,
        "feature_norm": lambda: embeddings.detach()[pairs].norm(dim=2).sum() / (2 * number),
    }
    return loss, extra


def _pairs(labels: Tensor, used: str) -> tuple[Tensor, Tensor]:
    """Twos of each class in the order of the batch, [M, 2], and the round of each, [M]; by round, then by class."""
    order = labels.argsort(stable=True)
    ordered = labels[order]
    place = torch.arange(len(labels), device=labels.device) - torch.searchsorted(ordered, ordered)
    left = torch.searchsorted(ordered, ordered, right=True) - torch.searchsorted(ordered, ordered) - place
    first = ((place % 2 == 0) & (left > 1) & ((place == 0) | (used == "every"))).nonzero()[:, 0]
    rounds = place[first] // 2
    by_round = rounds.argsort(stable=True)
    first = first[by_round]
    return torch.stack([order[first], order[first + 1]], 1) if len(first) else order.new_zeros(0, 2), rounds[by_round]


class NPair(PairLoss):
    """N-pair loss over the pairs that a batch gives."""

    def __init__(self, problem: Problem, *, l2_reg: float, normalize: bool, similarity: str, used: str) -> None:
        super().__init__()
        self.l2_reg = l2_reg
        self.normalize = normalize
        self.similarity = similarity
        self.used = used

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return n_pair(
            embeddings, labels, l2_reg=self.l2_reg, normalize=self.normalize, similarity=self.similarity,
            used=self.used,
        )  # fmt: skip

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`used_samples` of the `batch_samples`, `rivals` of an anchor, and the mean length of the features used."""
        _, extra = n_pair(embeddings, labels, used=self.used, with_extra=True)
        pairs = extra.pop("pairs")
        counts = {"used_samples": float(pairs.numel()), "batch_samples": float(len(labels))}
        return {**counts, **{name: float(value) for name, value in extra.items()}}
