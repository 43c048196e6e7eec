"""Similarities s_p within and s_n between classes enter; the unified loss, what it becomes, and its gradient leave."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.target_logits import Values


def unified_loss(sp: ArrayLike, sn: ArrayLike, gamma: float, m: float) -> float:
    """ln[1 + Σ_j Σ_i e^{γ(s_n^j − s_p^i + m)}] over sp [K] and sn [L].

    Sun et al. 2020, Circle loss, eq. 1.

    >>> round(unified_loss([0.5, 0.5], [0.5, 0.5, 0.5], gamma=8.0, m=0.0), 4) == round(math.log(1 + 2 * 3), 4)
    True
    """
    return float(np.logaddexp(0.0, _exponent(sp, sn, gamma, m)))


def hardest_violation(sp: ArrayLike, sn: ArrayLike, m: float) -> float:
    """M = max s_n − min s_p + m: by how much the hardest pair misses the margin; the hinge is [M]₊.

    >>> round(hardest_violation([0.8, 0.6], [0.1, 0.5], m=0.25), 3)
    0.15
    """
    return float(np.max(sn) - np.min(sp) + m)


def hinge_gap(sp: ArrayLike, sn: ArrayLike, gamma: float, m: float) -> float:
    """ℓ/γ − [M]₊, above 0 and at most ln(1 + KL)/γ; without the cancellation of subtracting one from the other.

    >>> round(hinge_gap([0.6], [0.5], gamma=1.0, m=0.1), 4)
    0.6931
    """
    return gap_above_hinge(hardest_violation(sp, sn, m), company_of_hardest(sp, sn, gamma), gamma)


def gap_above_hinge(missed: float, company: float, gamma: float) -> float:
    """ℓ/γ − [M]₊ from M = `missed` and what the other pairs add to the exponent.

    >>> round(gap_above_hinge(0.0, 0.0, gamma=2.0), 4)
    0.3466
    """
    z = gamma * missed + company
    if missed > 0:
        return (company + math.log1p(math.exp(-z))) / gamma
    return float(np.logaddexp(0.0, z)) / gamma


def company_of_hardest(sp: ArrayLike, sn: ArrayLike, gamma: float) -> float:
    """What the other pairs add to the exponent γM of the hardest one: 0 for a single pair, ln KL where all are alike.

    >>> round(company_of_hardest([0.7, 0.7], [0.2, 0.2, 0.2], gamma=5.0), 4) == round(math.log(6), 4)
    True
    """
    return _excess(gamma * np.asarray(sn, float)) + _excess(-gamma * np.asarray(sp, float))


def hinge_gap_bound(positives: int, negatives: int, gamma: float) -> float:
    """ln(1 + KL)/γ: how far ℓ/γ lies above the batch-hard hinge at most, for K positives and L negatives.

    >>> round(hinge_gap_bound(4, 6, gamma=16.0), 4)
    0.2012
    """
    return math.log1p(positives * negatives) / gamma


def softmax_of_target(sp: float, sn: ArrayLike, scale: float, margin: float = 0.0) -> float:
    """−ln of the softmax probability of a target logit scale·(s_p − margin) among logits scale·s_n.

    Of cosines that is AM-Softmax (CosFace), with margin 0 NormFace; of inner products, with scale 1 and margin 0, the
    softmax cross-entropy. Wang et al. 2018, CosFace, eq. 4.

    >>> round(softmax_of_target(0.5, [0.5], scale=64.0), 4)
    0.6931
    """
    target = scale * (sp - margin)
    return _log_sum_exp(np.append(scale * np.asarray(sn, float), target)) - target


def gradient_shares(sp: ArrayLike, sn: ArrayLike, gamma: float, m: float) -> tuple[float, Values, Values]:
    """Z = 1 − e^{−L}, ω_p [K] and ω_n [L]: ∂L/∂s_p^i = −γZω_p^i and ∂L/∂s_n^j = γZω_n^j. Each ω sums to 1.

    Sun et al. 2020, Circle loss, eq. 9 and 10 with the weights α left out.

    >>> z, p, n = gradient_shares([0.9, 0.5], [0.5], gamma=64.0, m=0.0)
    >>> round(z, 3), p.round(3).tolist(), n.tolist()
    (0.5, [0.0, 1.0], [1.0])
    """
    z = float(np.exp(-np.logaddexp(0.0, -_exponent(sp, sn, gamma, m))))
    return z, _softmax(-gamma * np.asarray(sp, float)), _softmax(gamma * np.asarray(sn, float))


def _exponent(sp: ArrayLike, sn: ArrayLike, gamma: float, m: float) -> float:
    return _log_sum_exp(gamma * (np.asarray(sn, float) + m)) + _log_sum_exp(-gamma * np.asarray(sp, float))


def _log_sum_exp(values: Values) -> float:
    return float(np.logaddexp.reduce(values))


def _excess(values: Values) -> float:
    """How far log Σ exp lies above the maximum, exact where it is tiny."""
    behind = np.sort(values)[:-1] - np.max(values)
    return math.log1p(float(np.exp(behind).sum()))


def _softmax(values: Values) -> Values:
    shares = np.exp(values - np.max(values))
    return np.asarray(shares / shares.sum())
