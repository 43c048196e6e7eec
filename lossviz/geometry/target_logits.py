"""What stands in the place of the own cosine: an angle and a margin enter, the target logit for s = 1 leaves."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Values = NDArray[np.float64]
"""Numbers of the shape that came in; a plain number comes back as a 0-dimensional value."""


def arcface_target_logit(theta: ArrayLike, m: float, easy_margin: bool = False) -> Values:
    """φ(θ) = cos(θ + m) while cosθ > cos(π − m), past it the fallback cosθ − m·sin m; θ and m in radians.

    With `easy_margin` cos(θ + m) for cosθ > 0 and cosθ elsewhere, which jumps up by sin m at 90°.
    Deng et al. 2019, ArcFace.

    >>> round(float(arcface_target_logit(0.0, 0.5)), 4)
    0.8776
    """
    theta = np.asarray(theta, float)
    cos, moved = np.cos(theta), np.cos(theta + m)
    if easy_margin:
        return np.where(cos > 0, moved, cos)[()]
    return np.where(cos > math.cos(math.pi - m), moved, cos - m * math.sin(m))[()]


def combined_target_logit(theta: ArrayLike, m1: float, m2: float, m3: float) -> Values:
    """cos(m₁θ + m₂) − m₃, θ and m₂ in radians: (1, 0, 0) softmax, (1, m, 0) ArcFace, (1, 0, m) CosFace.

    Deng et al. 2019, ArcFace, section 2.

    >>> round(float(combined_target_logit(0.0, 1.0, 0.0, 0.35)), 2)
    0.65
    """
    return np.cos(m1 * np.asarray(theta, float) + m2) - m3


def psi(theta: ArrayLike, m: int) -> Values:
    """SphereFace's ψ(θ) = (−1)^k cos(mθ) − 2k for θ in [kπ/m, (k+1)π/m]: falls from 1 at 0 to 1 − 2m at π.

    Raises ValueError unless m is a whole number above 0. Liu et al. 2017, SphereFace.

    >>> float(psi(0.0, 4))
    1.0
    """
    if int(m) != m or m < 1:
        raise ValueError(f"m must be a whole number above 0, got {m}")
    theta = np.asarray(theta, float)
    k = np.minimum(np.floor(m * theta / math.pi), m - 1)
    segment: Values = np.where(k % 2 == 0, 1.0, -1.0) * np.cos(m * theta) - 2 * k
    return segment


def sphereface_lambda(
    iteration: int, base: float = 1000.0, gamma: float = 0.12, power: float = 1.0, lam_min: float = 5.0
) -> float:
    """SphereFace's annealing weight λ(t) = max(λ_min, λ_base·(1 + γt)^(−power)) at iteration t from 0.

    >>> round(sphereface_lambda(100), 1)
    76.9
    """
    return max(lam_min, float(base * (1 + gamma * iteration) ** -power))


def target_probability(theta: ArrayLike, s: float, m: float, C: int) -> Values:  # noqa: N803
    """P = 1/(1 + (C−1)·e^{−s·φ(θ)}): how sure an ArcFace softmax is, with all other classes at 90°; θ, m in radians.

    Raises ValueError for C below 2.

    >>> round(float(target_probability(0.0, s=10, m=0.0, C=2000)), 3)
    0.917
    """
    if C < 2:
        raise ValueError(f"C must be at least 2, got {C}")
    return np.exp(-np.logaddexp(0.0, math.log(C - 1) - s * arcface_target_logit(theta, m)))
