"""The angle to the own class, exact and cheap: directions and their cosines enter, angles leave."""

from __future__ import annotations

import math

import torch
from torch import Tensor

TIP = 8.0
"""So many roundings from 0 or π an angle has no direction any more, and its slope grows no further."""


def own_angle(directions: Tensor, own: Tensor, cos: Tensor) -> Tensor:
    """θ in radians between unit (or zero) vectors, [N, d] and [N, d], given their cosines [N, 1]; [N, 1].

    Half the length of the shorter of x̂ − ŵ and x̂ + ŵ is the sine of half the angle between them: exact near 0 and
    π, where acos loses half its digits. A zero vector lies at π/2. The gradient takes the way of the cosine,
    dθ/dcosθ = −1/sinθ; at exactly 0 and π it is 0.
    """
    with torch.no_grad():
        shorter = torch.linalg.vector_norm(directions - torch.where(cos < 0, -own, own), dim=1, keepdim=True)
        short = 2 * torch.asin((shorter / 2).clamp(max=1.0))
        theta = torch.where(cos < 0, math.pi - short, short).masked_fill(cos == 0, math.pi / 2)
        least = TIP * torch.finfo(cos.dtype).eps
        slope = torch.where((shorter > 0) | (cos == 0), -1 / theta.sin().clamp(min=least), 0.0)
    return theta + slope * (cos - cos.detach())
