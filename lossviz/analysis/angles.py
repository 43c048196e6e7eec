"""Angles to classes: features and class directions enter, radians leave."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def class_angles(features: Tensor, vectors: Tensor) -> Tensor:
    """Angles (N, C) in radians between features (N, d) and class vectors (C, K, d), the nearest of a class's K.

    The angle with a vector of length 0 is π/2.
    """
    cosines = torch.einsum("nd,ckd->nck", functional.normalize(features), functional.normalize(vectors, dim=2))
    return cosines.amax(2).clamp(-1, 1).acos()


def own_and_other_angle(angles: Tensor, labels: Tensor) -> tuple[float, float]:
    """Mean angle to the own class, and mean angle to the nearest other class, from angles (N, C)."""
    own = functional.one_hot(labels, angles.shape[1]).bool()
    return angles[own].mean().item(), angles.masked_fill(own, torch.inf).amin(1).mean().item()
