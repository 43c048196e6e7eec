"""One pair (s_n, s_p), a loss by name and its settings enter; value, gradient, boundary and descent leave."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.target_logits import Values

PairLoss = Literal["triplet", "am", "unified", "circle"]
STEPS = 96
ROUNDING = 1e-9
"""What is less above the boundary counts as on it."""


def straight_margin(loss: PairLoss, m: float) -> float:
    """M of the straight boundary s_p − s_n = M: 1 − 2m for triplet loss and AM-Softmax, m for the unified loss.

    1 − 2m is the margin whose line is tangent to circle loss's arc, at T = (m, 1 − m). For one pair the unified loss
    is AM-Softmax with another margin. Sun et al. 2020, Circle loss, Fig. 5 (AM-Softmax 0.35 beside circle 0.325).

    >>> round(straight_margin("am", 0.325), 3)
    0.35
    """
    return m if loss == "unified" else 1 - 2 * m


def exponent(loss: PairLoss, sn: ArrayLike, sp: ArrayLike, gamma: float, m: float) -> Values:
    """What softplus (for triplet loss the hinge) is taken of; 0 on the boundary. Triplet loss has no γ.

    >>> exponent("circle", 0.8, 0.8, 80.0, 0.25).round(1).item()
    44.4
    """
    sn, sp = np.asarray(sn, float), np.asarray(sp, float)
    if loss == "circle":
        paced: Values = np.maximum(sn + m, 0) * (sn - m) - np.maximum(1 + m - sp, 0) * (sp - 1 + m)
        return gamma * paced
    beyond: Values = sn - sp + straight_margin(loss, m)
    return beyond if loss == "triplet" else gamma * beyond


def pair_loss(loss: PairLoss, sn: ArrayLike, sp: ArrayLike, gamma: float, m: float) -> Values:
    """The loss of one pair of similarities; ln 2 on the boundary, for triplet loss 0.

    >>> pair_loss("am", 0.25, 0.75, 80.0, 0.25).round(4).item()
    0.6931
    """
    z = exponent(loss, sn, sp, gamma, m)
    return np.maximum(z, 0) if loss == "triplet" else np.logaddexp(0.0, z)


def pair_gradient(
    loss: PairLoss, sn: ArrayLike, sp: ArrayLike, gamma: float, m: float, detached: bool = True
) -> dict[str, Values]:
    """∂L/∂s_n and ∂L/∂s_p. `detached`: circle loss's weights α are constants (Sun et al. 2020, eq. 9 and 10).

    With α not held constant γ·2s_n and γ·2(s_p − 1) take the places of γ(s_n + m) and −γ(1 + m − s_p).

    >>> {name: round(float(value), 3) for name, value in pair_gradient("circle", 0.2, 0.2, 80.0, 0.25).items()}
    {'d_sn': 36.0, 'd_sp': -84.0}
    """
    sn, sp = np.asarray(sn, float), np.asarray(sp, float)
    z = exponent(loss, sn, sp, gamma, m)
    if loss == "triplet":
        pull = np.where(z > ROUNDING, 1.0, 0.0)
        return {"d_sn": pull, "d_sp": -pull}
    pull = gamma * np.exp(-np.logaddexp(0.0, -z))
    if loss != "circle":
        return {"d_sn": pull, "d_sp": -pull}
    if detached:
        return {"d_sn": pull * np.maximum(sn + m, 0), "d_sp": -pull * np.maximum(1 + m - sp, 0)}
    return {"d_sn": np.where(sn > -m, pull * 2 * sn, 0.0), "d_sp": np.where(sp < 1 + m, pull * 2 * (sp - 1), 0.0)}


def boundary(loss: PairLoss, m: float, low: float) -> Values:
    """The boundary as places (s_n, s_p) from s_n = low on, [N, 2]: a line, or circle loss's arc of radius √2·m.

    Left of s_n = −m the arc goes on as the line s_p = 1 − m. Of a negative m the places where neither weight is above
    0 fill a corner, whose edge this is.

    >>> boundary("circle", 0.25, 0.0)[-1].round(3).tolist()
    [0.354, 1.0]
    """
    if loss != "circle":
        margin = straight_margin(loss, m)
        return np.array([[low, low + margin], [1, 1 + margin]])
    left = [low, 1 - abs(m)]
    if m < 0:
        return np.array([left, [-m, 1 + m], [-m, 1.0]])
    angle = np.pi * (-0.25 + 0.75 * np.arange(STEPS + 1) / STEPS)
    arc = np.stack([np.sin(angle), -np.cos(angle)], axis=1) * np.sqrt(2) * m + [0, 1]
    return np.concatenate([[left], arc]) if low < -m else arc


def descent(
    loss: PairLoss,
    start: tuple[float, float],
    gamma: float,
    m: float,
    *,
    detached: bool = True,
    frames: int = 240,
    dt: float = 0.006,
    low: float = 0.0,
) -> Values:
    """The way of a pair released at `start` = (s_n, s_p) under gradient descent on L/γ, [frames, 2].

    Steps of `dt`, clamped to s_n ≥ low and s_p ≤ 1; it rests where it meets the boundary.

    >>> descent("triplet", (0.8, 0.8), 80.0, 0.25)[1].round(3).tolist()
    [0.794, 0.806]
    """
    sn, sp = start
    unit = 1.0 if loss == "triplet" else gamma
    way = [(sn, sp)]
    while len(way) < frames:
        if exponent(loss, sn, sp, gamma, m) > ROUNDING:
            pull = pair_gradient(loss, sn, sp, gamma, m, detached)
            sn = max(low, sn - dt * float(pull["d_sn"]) / unit)
            sp = min(1.0, sp - dt * float(pull["d_sp"]) / unit)
        way.append((sn, sp))
    return np.array(way)
