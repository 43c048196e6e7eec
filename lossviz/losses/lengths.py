"""Lengths, directions and angles that stay finite: vectors enter, well-behaved quantities leave."""

from __future__ import annotations

import torch
from torch import Tensor

ZERO_LENGTH = 1e-12
"""A vector this short counts as zero: it has no direction and gets no gradient."""


def masked_sqrt(squared: Tensor) -> Tensor:
    """√t with gradient 0, not ∞, at t = 0. Both branches stay finite, because `where` differentiates both."""
    zero = squared <= 0
    return torch.where(zero, 0.0, torch.where(zero, 1.0, squared).sqrt())


def length(vectors: Tensor) -> Tensor:
    """‖x‖ over the last axis, [..., d] → [...]; gradient 0 at the origin."""
    return masked_sqrt(vectors.square().sum(-1))


def unit(vectors: Tensor) -> Tensor:
    """x̂ = x/‖x‖ over the last axis. A zero vector stays zero with gradient 0, where `F.normalize` gives 1e12."""
    lengths = torch.linalg.vector_norm(vectors, dim=-1, keepdim=True)
    directions: Tensor = vectors / lengths.masked_fill(lengths <= ZERO_LENGTH, torch.inf)
    return directions


def cosines(embeddings: Tensor, weights: Tensor) -> Tensor:
    """c_ij = x̂_i·ŵ_j of embeddings [N, d] and weights [C, d], [N, C]; 0 for a zero vector."""
    return unit(embeddings) @ unit(weights).T


def angle_from_chords(minus: Tensor, plus: Tensor) -> Tensor:
    """θ = 2·atan2(‖u − v‖, ‖u + v‖) in radians of unit vectors u, v, given the two lengths.

    Exact near 0 and π, where acos loses half its digits and has an infinite slope. A zero vector lies at π/2 from
    every unit vector by the formula, and from another zero vector by definition.
    """
    both_zero = (minus == 0) & (plus == 0)
    return 2 * torch.atan2(minus.masked_fill(both_zero, 1.0), plus.masked_fill(both_zero, 1.0))


def angle(directions: Tensor, others: Tensor) -> Tensor:
    """θ between unit (or zero) vectors along the last axis, [..., d] → [...]; gradient 0 at exactly 0 and π."""
    return angle_from_chords(length(directions - others), length(directions + others))
