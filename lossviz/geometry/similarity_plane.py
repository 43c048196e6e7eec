"""One pair in the plane of similarities (s_n, s_p): a point and settings enter, boundary and gradients leave."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.target_logits import Values


def circle_boundary_sp(sn: float, m: float) -> float | None:
    """s_p ≤ 1 on circle loss's boundary s_n² + (s_p − 1)² = 2m² (a line s_p = 1 − m for s_n ≤ −m); None without one.

    Sun et al. 2020, Circle loss.

    >>> circle_boundary_sp(0.25, 0.25)
    0.75
    """
    squared = m * m if sn <= -m else 2 * m * m - sn * sn
    if squared < 0 or (sn <= -m and m < 0):
        return None
    return 1 - math.sqrt(squared)


def circle_gradient(sn: ArrayLike, sp: ArrayLike, gamma: float, m: float) -> dict[str, Values]:
    """∂L/∂s_n = Z·γ·[s_n + m]₊ and ∂L/∂s_p = −Z·γ·[1 + m − s_p]₊ of circle loss, its weights α held constant.

    Z = sigmoid of γ(α_n(s_n − m) − α_p(s_p − 1 + m)). Sun et al. 2020, Circle loss, eq. 9 and 10.

    >>> circle_gradient(0.25, 0.75, 80.0, 0.25)["d_sn"].item()
    20.0
    """
    sn, sp = np.asarray(sn, float), np.asarray(sp, float)
    alpha_n, alpha_p = np.maximum(sn + m, 0.0), np.maximum(1 + m - sp, 0.0)
    z = _sigmoid(gamma * (alpha_n * (sn - m) - alpha_p * (sp - 1 + m)))
    return {"d_sn": z * gamma * alpha_n, "d_sp": -z * gamma * alpha_p}


def am_softmax_gradient(sn: ArrayLike, sp: ArrayLike, gamma: float, m: float) -> dict[str, Values]:
    """∂L/∂s_n = γ·sigmoid(γ(s_n − s_p + m)) = −∂L/∂s_p of AM-Softmax: always along the diagonal.

    >>> am_softmax_gradient(0.5, 0.75, 80.0, 0.25)["d_sp"].item()
    -40.0
    """
    pull = gamma * _sigmoid(gamma * (np.asarray(sn, float) - np.asarray(sp, float) + m))
    return {"d_sn": pull, "d_sp": -pull}


def _sigmoid(t: Values) -> Values:
    return np.exp(-np.logaddexp(0.0, -t))
