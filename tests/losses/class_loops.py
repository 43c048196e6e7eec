"""The losses on class vectors and centres once more, sample by sample and class by class, straight from formulas."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Loop = Callable[..., Tensor]


def angle(u: Tensor, v: Tensor) -> Tensor:
    return torch.acos(u @ v / (u.norm() * v.norm()))


def entropy(logits: list[Tensor], y: int, smoothing: float = 0.0) -> Tensor:
    """−Σ q ln p with q = (1−ε)·onehot + ε/C."""
    total = torch.stack([z.exp() for z in logits]).sum().log()
    spread = torch.stack([total - z for z in logits]).mean()
    return (1 - smoothing) * (total - logits[y]) + smoothing * spread


def average(terms: list[Tensor], x: Tensor, reduction: str) -> Tensor:
    total = torch.stack([*terms, x.sum() * 0]).sum()
    return total / max(len(terms), 1) if reduction == "mean" else total


def moved(theta: Tensor, m: float, easy_margin: bool = False) -> Tensor:
    """ArcFace's φ."""
    if easy_margin:
        return torch.cos(theta + m) if theta < math.pi / 2 else torch.cos(theta)
    return torch.cos(theta + m) if theta < math.pi - m else torch.cos(theta) - m * math.sin(m)


def angular(x: Tensor, y: list[int], weights: Tensor, s: float, own: Callable[[Tensor, int], Tensor]) -> list[Tensor]:
    """Cross-entropy on s·cosθ_j with own(θ_y, y) in the place of the own cosine; K vectors a class: the nearest."""
    vectors = weights if weights.ndim == 3 else weights[:, None]
    terms = []
    for point, name in zip(x, y, strict=True):
        thetas = [min((angle(point, v) for v in each), key=Tensor.item) for each in vectors]
        terms.append(entropy([s * (own(t, j) if j == name else t.cos()) for j, t in enumerate(thetas)], name))
    return terms


def softmax(x: Tensor, y: list[int], weights: Tensor, label_smoothing: float = 0.0) -> list[Tensor]:
    return [entropy([w @ p for w in weights], j, label_smoothing) for p, j in zip(x, y, strict=True)]


def normalized_softmax(
    x: Tensor, y: list[int], weights: Tensor, s: float = 30.0, normalize_features: bool = True
) -> list[Tensor]:
    if normalize_features:
        return angular(x, y, weights, s, lambda t, _: t.cos())
    return [entropy([s * (w @ p) / w.norm() for w in weights], j) for p, j in zip(x, y, strict=True)]


def sphereface(
    x: Tensor, y: list[int], weights: Tensor, m: int = 4, lam: float = 0.0, s: float | None = None
) -> list[Tensor]:
    def own(theta: Tensor, _: int) -> Tensor:
        k = math.floor(m * theta.item() / math.pi)
        return (lam * theta.cos() + (-1) ** k * torch.cos(m * theta) - 2 * k) / (1 + lam)

    each = (angular(p[None], [j], weights, p.norm() if s is None else s, own) for p, j in zip(x, y, strict=True))
    return [term for (term,) in each]


def cosface(x: Tensor, y: list[int], weights: Tensor, s: float = 64.0, m: float = 0.35) -> list[Tensor]:
    return angular(x, y, weights, s, lambda t, _: t.cos() - m)


def arcface(
    x: Tensor,
    y: list[int],
    weights: Tensor,
    s: float = 64.0,
    m: float = 0.5,
    easy_margin: bool = False,
    label_smoothing: float = 0.0,
    ls_mode: str = "targets",
) -> list[Tensor]:
    terms = []
    for point, name in zip(x, y, strict=True):
        thetas = [angle(point, w) for w in weights]
        share = [label_smoothing / len(weights) + (1 - label_smoothing) * (j == name) for j in range(len(weights))]
        if ls_mode == "targets":
            share = [float(j == name) for j in range(len(weights))]
        mixed = [q * moved(t, m, easy_margin) + (1 - q) * t.cos() for q, t in zip(share, thetas, strict=True)]
        terms.append(entropy([s * z for z in mixed], name, label_smoothing if ls_mode == "targets" else 0.0))
    return terms


def combined_margin(
    x: Tensor, y: list[int], weights: Tensor, s: float = 64.0, m1: float = 1.0, m2: float = 0.3, m3: float = 0.2
) -> list[Tensor]:
    def own(theta: Tensor, _: int) -> Tensor:
        turn = (math.pi - m2) / m1
        if theta < turn:
            return torch.cos(m1 * theta + m2) - m3
        beyond = math.pi - turn
        return theta.cos() - max(beyond * math.sin(beyond), 1 + math.cos(turn)) - m3

    return angular(x, y, weights, s, own)


def adacos(x: Tensor, y: list[int], weights: Tensor, mode: str = "fixed", s_prev: float | None = None) -> list[Tensor]:
    classes = len(weights)
    s = math.sqrt(2) * math.log(classes - 1) if s_prev is None else s_prev
    if mode == "dynamic":
        cos = [[math.cos(angle(p, w).item()) for w in weights] for p in x]
        b = sum(math.exp(s * c[k]) for c, j in zip(cos, y, strict=True) for k in range(classes) if k != j) / len(y)
        own = sorted(math.acos(c[j]) for c, j in zip(cos, y, strict=True))
        middle = (own[(len(own) - 1) // 2] + own[len(own) // 2]) / 2
        s = min(math.log(b) / math.cos(min(math.pi / 4, middle)), 64.0) if b > 1 else s
    return angular(x, y, weights, s, lambda t, _: t.cos())


def subcenter_arcface(
    x: Tensor, y: list[int], weights: Tensor, s: float = 64.0, m: float = 0.5, easy_margin: bool = False
) -> list[Tensor]:
    return angular(x, y, weights, s, lambda t, _: moved(t, m, easy_margin))


def dynamic_arcface(
    x: Tensor, y: list[int], weights: Tensor, class_counts: list[int], margins: dict[str, float], s: float = 80.0
) -> list[Tensor]:
    each = [margins["a"] * n ** -margins["lam"] + margins["b"] for n in class_counts]
    return angular(x, y, weights, s, lambda t, j: moved(t, each[j]))


def circle_class(
    x: Tensor,
    y: list[int],
    weights: Tensor,
    gamma: float = 256.0,
    m: float = 0.25,
    detach_alpha: bool = True,
    similarity: str = "cosine",
) -> list[Tensor]:
    terms = []
    for point, name in zip(x, y, strict=True):
        s = [angle(point, w).cos() if similarity == "cosine" else 1 / (1 + (point - w).square().sum()) for w in weights]
        held = [z.detach() if detach_alpha else z for z in s]
        own = gamma * (1 + m - held[name]).clamp(min=0) * (s[name] - 1 + m)
        others = [
            gamma * (held[j] + m).clamp(min=0) * (s[j] - m) - own for j in range(len(weights)) if j != name
        ]  # fmt: skip
        terms.append(torch.stack([0 * own, *others]).logsumexp(0))
    return terms


def apart(u: Tensor, v: Tensor, distance: str) -> Tensor:
    theta = angle(u, v)
    kinds = {"euclidean": (u - v).norm(), "sqeuclidean": (u - v) @ (u - v), "cosine": 1 - theta.cos(), "angle": theta}
    return kinds[distance]


def center(x: Tensor, y: list[int], centers: Tensor, **_: Tensor) -> list[Tensor]:
    fixed = centers.detach()
    return [(p - fixed[j]) @ (p - fixed[j]) / 2 for p, j in zip(x, y, strict=True)]


def intra(
    x: Tensor, y: list[int], centers: Tensor, distance: str = "euclidean", delta: float = 0.5, variant: str = "hinge"
) -> list[Tensor]:
    if variant == "arcface":
        return [angle(p, centers[j]) / math.pi for p, j in zip(x, y, strict=True)]
    return [(apart(p, centers[j], distance) - delta).clamp(min=0) for p, j in zip(x, y, strict=True)]


def inter(
    x: Tensor, y: list[int], centers: Tensor, distance: str = "euclidean", delta: float = 1.0, variant: str = "hinge"
) -> list[Tensor]:
    pairs = [(i, y[i], j) for i in range(len(y)) for j in range(len(centers)) if j != y[i]]
    if variant == "arcface":
        return [0 * x.sum() - angle(centers[own], centers[j]) / math.pi for _, own, j in pairs]
    return [(delta - apart(x[i], centers[j], distance)).clamp(min=0) for i, _, j in pairs]


def margin(
    x: Tensor, y: list[int], centers: Tensor, distance: str = "euclidean", m: float = 0.5, negatives: str = "all"
) -> list[Tensor]:
    terms = []
    for point, name in zip(x, y, strict=True):
        others = [apart(point, c, distance) for j, c in enumerate(centers) if j != name]
        chosen = others if negatives == "all" else [min(others, key=Tensor.item)]
        terms += [(apart(point, centers[name], distance) - other + m).clamp(min=0) for other in chosen]
    return terms


TERMS: dict[str, Loop] = {
    function.__name__: function
    for function in (
        softmax, normalized_softmax, sphereface, cosface, arcface, combined_margin, adacos, subcenter_arcface,
        dynamic_arcface, circle_class, center, intra, inter, margin,
    )
}  # fmt: skip


def loop(loss: str, x: Tensor, y: Tensor, reduction: str = "mean", **given: Any) -> Tensor:
    """The loss of this name."""
    return average(TERMS[loss](x, y.tolist(), **given), x, reduction)
