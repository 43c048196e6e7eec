"""Dynamic AdaCos as an iteration: class vectors, the samples' angle and a scale enter, the scales that follow leave."""

from __future__ import annotations

import math

import numpy as np

from lossviz.geometry.arrangements import others
from lossviz.geometry.scales import adacos_fixed_scale
from lossviz.geometry.spherical_codes import spherical_code
from lossviz.geometry.target_logits import Values

RUN_AWAY = 1e6
"""Where an iteration counts as without bound."""
SLACK = 1e-12
FINE = 1e-5
"""How finely, relative, the scale is found at which an iteration rests."""


def leaning_cosines(C: int, d: int, theta: float) -> Values | None:  # noqa: N803
    """Cosines [rows, C − 1] to the other class vectors of samples that lie θ (radians) off their own.

    On the circle a sample leans to either side; in 3-D towards the nearest other class vector; for d ≥ C away from
    all of them alike, which leaves −cosθ/(C − 1). None where no even arrangement is known.

    >>> round(math.degrees(math.acos(leaning_cosines(10, 2, math.radians(18)).max())), 6)
    18.0
    """
    if d >= C or C == 2:
        return np.full((1, C - 1), -math.cos(theta) / (C - 1))
    if d == 2:
        return np.cos(2 * math.pi * np.arange(1, C) / C - theta)[None]
    vectors = spherical_code(C) if d == 3 else None
    if vectors is None:
        return None
    cosines = vectors @ vectors.T
    nearest = [_first_largest(row, own) for own, row in enumerate(cosines)]
    aside = vectors[nearest] - cosines[np.arange(C), nearest][:, None] * vectors
    samples = math.cos(theta) * vectors + math.sin(theta) * aside / np.linalg.norm(aside, axis=1, keepdims=True)
    return others(samples @ vectors.T)


def _first_largest(row: Values, own: int) -> int:
    """The nearest other class; of several that lie alike the first."""
    rest = np.where(np.arange(len(row)) == own, -np.inf, row)
    return int(np.flatnonzero(rest >= rest.max() - 1e-9)[0])


def adacos_next_scale(s: float, cosines: Values, theta_med: float) -> float:
    """s' = ln B / cos(min(π/4, θ_med)) without a cap, B the mean over rows of Σ_j e^{s·c_j}; s itself for ln B ≤ 0.

    Zhang et al. 2019, AdaCos.

    >>> round(adacos_next_scale(1.0, np.array([[0.0, 0.0]]), 0.0), 4)
    0.6931
    """
    log_b = float(np.logaddexp.reduce((s * cosines).ravel())) - math.log(len(cosines))
    return log_b / math.cos(min(math.pi / 4, theta_med)) if log_b > 0 else s


def adacos_scales(C: int, cosines: Values, theta_med: float, steps: int) -> Values:  # noqa: N803
    """The scales [steps + 1] from the fixed one on; it ends early once one passes a million.

    >>> round(float(adacos_scales(10, np.full((1, 9), -1 / 9), 0.0, 20)[-1]), 2)
    1.98
    """
    scales = [adacos_fixed_scale(C)]
    while len(scales) <= steps and scales[-1] < RUN_AWAY:
        scales.append(adacos_next_scale(scales[-1], cosines, theta_med))
    return np.array(scales)


def adacos_rest(C: int, cosines: Values, theta_med: float) -> float | None:  # noqa: N803
    """The scale at which the iteration comes to rest, however slowly; None where it grows without bound.

    A large s grows by max c / cos(min(π/4, θ_med)) a step, so it rests just where no other class is as near as that.

    >>> round(adacos_rest(10, np.full((1, 9), -1 / 9), 0.0), 2)
    1.98
    """
    if cosines.max() >= math.cos(min(math.pi / 4, theta_med)) - SLACK:
        return None
    low, high = 0.0, adacos_fixed_scale(C)
    while adacos_next_scale(high, cosines, theta_med) > high:
        low, high = high, 8 * high
    while high - low > FINE * high:
        middle = (low + high) / 2
        grows = adacos_next_scale(middle, cosines, theta_med) > middle
        low, high = (middle, high) if grows else (low, middle)
    return high
