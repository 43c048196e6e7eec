"""Margins on the own class's cosine: cosines [N, C] and a scale enter, logits leave."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import check_above
from lossviz.losses.lengths import length

Scale = float | Tensor
"""The s of a logit s·cosθ: one number, or one for each sample [N]."""

SHORTEST_RADIUS = 1e-3
LONGEST_RADIUS = 4.0
"""In multiples of s."""


def check_scale(s: Scale) -> None:
    """Raises ValueError unless s is above 0; scales given for each sample are not looked into."""
    if not isinstance(s, Tensor):
        check_above("s", s)


def with_own(cos: Tensor, labels: Tensor, own: Tensor) -> Tensor:
    """The cosines [N, C] with each sample's own one replaced by `own` [N, 1]."""
    return cos.scatter(1, labels[:, None], own)


def scaled(cos: Tensor, s: Scale) -> Tensor:
    """The logits s·cos."""
    return cos * (s[:, None] if isinstance(s, Tensor) else s)


def blended_scale(embeddings: Tensor, s: float, share: float) -> Scale:
    """The radius blend ‖x‖^(1−b)·s^b with b = share in 0 … 1: from free feature lengths to the published s.

    With b < 1 a feature may shorten, so that a point can cross the origin to its class on the other side.
    """
    if share >= 1.0:
        return s
    radius = length(embeddings).clamp(SHORTEST_RADIUS, LONGEST_RADIUS * s)
    blended: Tensor = radius ** (1 - share) * s**share
    return blended
