"""The pair losses once more, as sums over loops straight from their formulas: slow, plain, in torch scalars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

Loop = Callable[..., Tensor]


def apart(x: Tensor, i: int, j: int, distance: str, normalize: bool = False) -> Tensor:
    u, v = x[i], x[j]
    if normalize or distance in ("cosine", "angle"):
        u, v = u / u.norm(), v / v.norm()
    if distance == "angle":
        return torch.acos(u @ v)
    return {"euclidean": (u - v).norm(), "sqeuclidean": (u - v) @ (u - v), "cosine": 1 - u @ v}[distance]


def near(x: Tensor, i: int, j: int, similarity: str) -> Tensor:
    squared = (x[i] - x[j]) @ (x[i] - x[j])
    kinds = {
        "cosine": x[i] @ x[j] / (x[i].norm() * x[j].norm()),
        "dot": x[i] @ x[j],
        "sqeuclidean": -squared,
        "inverse": 1 / (1 + squared),
    }
    return kinds[similarity]


def twins(y: list[int], a: int) -> list[int]:
    return [p for p in range(len(y)) if p != a and y[p] == y[a]]


def strangers(y: list[int], a: int) -> list[int]:
    return [n for n in range(len(y)) if y[n] != y[a]]


def valid(y: list[int]) -> Iterator[tuple[int, int, int]]:
    yield from ((a, p, n) for a in range(len(y)) for p in twins(y, a) for n in strangers(y, a))


def average(terms: list[Tensor], x: Tensor, count: int | None = None) -> Tensor:
    return torch.stack([*terms, x.sum() * 0]).sum() / max(len(terms) if count is None else count, 1)


def contrastive(
    x: Tensor, y: list[int], margin: float = 1.0, variant: str = "hadsell", normalize: bool = False
) -> Tensor:
    terms = []
    for i, j in combinations(range(len(y)), 2):
        d = apart(x, i, j, "euclidean", normalize)
        if variant == "hadsell":
            terms.append(d**2 / 2 if y[i] == y[j] else (margin - d).clamp(min=0) ** 2 / 2)
        else:
            terms.append(d**2 if y[i] == y[j] else (margin - d**2).clamp(min=0))
    return average(terms, x)


def infonce(
    x: Tensor, y: list[int], tau: float = 0.1, denominator: str = "negatives", similarity: str = "cosine",
    reduction: str = "pair",
) -> Tensor:  # fmt: skip
    by_anchor = []
    for i in range(len(y)):
        terms = []
        for p in twins(y, i) if strangers(y, i) else []:
            crowd = strangers(y, i) if denominator == "negatives" else [k for k in range(len(y)) if k not in (i, p)]
            own = (near(x, i, p, similarity) / tau).exp()
            terms.append(-(own / (own + sum((near(x, i, k, similarity) / tau).exp() for k in crowd))).log())
        by_anchor.append(terms)
    if reduction == "pair":
        return average([t for terms in by_anchor for t in terms], x)
    return average([average(terms, x) for terms in by_anchor if terms], x)


def triplet(
    x: Tensor, y: list[int], triplets: Tensor, margin: float = 1.0, distance: str = "euclidean", swap: bool = False,
    eps: float = 1e-6, p: float = 2,
) -> Tensor:  # fmt: skip
    def d(i: int, j: int) -> Tensor:
        if distance != "euclidean":
            return apart(x, i, j, distance)
        return (x[i] - x[j] + eps).abs().pow(p).sum().pow(1 / p)

    terms = []
    for a, q, n in triplets.tolist():
        far = torch.minimum(d(a, n), d(q, n)) if swap else d(a, n)
        terms.append((d(a, q) - far + margin).clamp(min=0))
    return average(terms, x)


def triplet_batch_hard(
    x: Tensor, y: list[int], margin: float | str = 0.3, distance: str = "euclidean", tau: float = 0.0
) -> Tensor:
    def largest(values: list[Tensor]) -> Tensor:
        if tau == 0.0:
            return torch.stack(values).max()
        return tau * torch.stack([(v / tau).exp() for v in values]).mean().log()

    terms = []
    for a in range(len(y)):
        if twins(y, a) and strangers(y, a):
            farthest = largest([apart(x, a, p, distance) for p in twins(y, a)])
            gap = farthest + largest([-apart(x, a, n, distance) for n in strangers(y, a)])
            terms.append((1 + gap.exp()).log() if isinstance(margin, str) else (margin + gap).clamp(min=0))
    return average(terms, x)


def triplet_batch_all(
    x: Tensor, y: list[int], margin: float = 0.3, distance: str = "euclidean", normalize: bool = False,
    reduction: str = "mean_nonzero",
) -> Tensor:  # fmt: skip
    def d(i: int, j: int) -> Tensor:
        return apart(x, i, j, distance, normalize)

    terms = [(d(a, p) - d(a, n) + margin).clamp(min=0) for a, p, n in valid(y)]
    count = {"mean_nonzero": sum(bool(t > 0) for t in terms), "mean": len(terms), "sum": 1}[reduction]
    return average(terms, x, count)


def triplet_semihard(
    x: Tensor, y: list[int], margin: float = 0.2, distance: str = "sqeuclidean", normalize: bool = True,
    selection: str = "hardest", fallback: str = "skip",
) -> Tensor:  # fmt: skip
    def d(i: int, j: int) -> Tensor:
        return apart(x, i, j, distance, normalize)

    terms = []
    for a in range(len(y)):
        for p in twins(y, a) if strangers(y, a) else []:
            by_distance = sorted(strangers(y, a), key=lambda n: d(a, n).item())
            farther = [n for n in by_distance if d(a, n) > d(a, p)]
            semihard = [n for n in farther if d(a, n) < d(a, p) + margin]
            if selection == "hardest":
                semihard = semihard[:1] if fallback == "skip" else (farther[:1] or by_distance[-1:])
            terms += [(d(a, p) - d(a, n) + margin).clamp(min=0) for n in semihard]
    return average(terms, x)


def quadruplet(
    x: Tensor, y: list[int], quadruplets: Tensor, alpha1: float = 1.0, alpha2: float = 0.5, variant: str = "chen2017",
    adaptive: bool = False,
) -> Tensor:  # fmt: skip
    def d(i: int, j: int) -> Tensor:
        return apart(x, i, j, "sqeuclidean")

    if adaptive:
        pairs = list(combinations(range(len(y)), 2))
        same = average([d(i, j) for i, j in pairs if y[i] == y[j]], x)
        other = average([d(i, j) for i, j in pairs if y[i] != y[j]], x)
        alpha1, alpha2 = (other - same).item(), (other - same).item() / 2
    terms = []
    for a, p, q, r in quadruplets.tolist():
        first = (d(a, p) - d(a, q) + alpha1).clamp(min=0)
        second = d(a, p) - d(r, q) if variant == "chen2017" else d(a, q) - d(a, r)
        terms.append(first + (second + alpha2).clamp(min=0))
    return average(terms, x)


def lifted_structure(x: Tensor, y: list[int], margin: float = 1.0, variant: str = "song2016") -> Tensor:
    def d(i: int, j: int) -> Tensor:
        return apart(x, i, j, "euclidean")

    if variant == "hermans2017":
        anchors = [a for a in range(len(y)) if twins(y, a) and strangers(y, a)]
        sums = [
            (sum(d(a, p).exp() for p in twins(y, a)), sum((margin - d(a, n)).exp() for n in strangers(y, a)))
            for a in anchors
        ]
        return average([(pull.log() + push.log()).clamp(min=0) for pull, push in sums], x)
    terms = []
    pairs = [(i, j) for i, j in combinations(range(len(y)), 2) if y[i] == y[j]]
    for i, j in pairs if strangers(y, 0) else []:
        exponents = torch.stack([margin - d(a, n) for a in (i, j) for n in strangers(y, a)])
        soft = exponents.max() if variant == "song2016_max" else exponents.exp().sum().log()
        terms.append((soft + d(i, j)).clamp(min=0) ** 2 / 2)
    return average(terms, x, len(pairs))


def n_pair(x: Tensor, y: list[int], l2_reg: float = 0.0, similarity: str = "dot", used: str = "first") -> Tensor:
    rounds = []
    for r in range(len(y) // 2 if used == "every" else 1):
        members = [[i for i in range(len(y)) if y[i] == c][2 * r : 2 * r + 2] for c in sorted(set(y))]
        rounds.append([m for m in members if len(m) == 2])
    pairs = [pair for batch in rounds for pair in batch]
    terms = [
        (1 + sum((near(x, i, k, similarity) - near(x, i, j, similarity)).exp() for _, k in batch if k != j)).log()
        if len(batch) > 1
        else x.sum() * 0
        for batch in rounds
        for i, j in batch
    ]
    norms = sum(((x[i] ** 2).sum() + (x[j] ** 2).sum() for i, j in pairs), x.sum() * 0)
    return average(terms, x) + l2_reg * norms / (2 * max(len(pairs), 1))


def compared(x: Tensor, y: list[int], similarity: str, cost: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """The mean of ln(1 + Σ Σ of the cost of every s_n with every s_p) over the anchors that have both."""
    terms = []
    for a in range(len(y)):
        if twins(y, a) and strangers(y, a):
            rivals = [
                cost(near(x, a, n, similarity), near(x, a, p, similarity)) for n in strangers(y, a) for p in twins(y, a)
            ]
            terms.append((1 + torch.stack(rivals).sum()).log())
    return average(terms, x)


def unified(x: Tensor, y: list[int], gamma: float = 64.0, m: float = 0.25, similarity: str = "cosine") -> Tensor:
    return compared(x, y, similarity, lambda sn, sp: (gamma * (sn - sp + m)).exp())


def circle(
    x: Tensor, y: list[int], gamma: float = 80.0, m: float = 0.4, similarity: str = "cosine", detach_alpha: bool = True
) -> Tensor:
    def cost(sn: Tensor, sp: Tensor) -> Tensor:
        pace_n, pace_p = (sn + m).clamp(min=0), (1 + m - sp).clamp(min=0)
        if detach_alpha:
            pace_n, pace_p = pace_n.detach(), pace_p.detach()
        return (gamma * pace_n * (sn - m)).exp() * (-gamma * pace_p * (sp - 1 + m)).exp()

    return compared(x, y, similarity, cost)


LOOPS: dict[str, Loop] = {
    "contrastive": contrastive,
    "infonce": infonce,
    "triplet": triplet,
    "triplet_batch_hard": triplet_batch_hard,
    "triplet_batch_all": triplet_batch_all,
    "triplet_semihard": triplet_semihard,
    "quadruplet": quadruplet,
    "lifted_structure": lifted_structure,
    "n_pair": n_pair,
    "unified": unified,
    "circle": circle,
}


def loop(loss: str, embeddings: Tensor, labels: Tensor, **arguments: Any) -> Tensor:
    """The loss of this id by loops."""
    return LOOPS[loss](embeddings, labels.tolist(), **arguments)
