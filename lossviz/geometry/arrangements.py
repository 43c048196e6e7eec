"""Class vectors spread as evenly as they can be: a number of classes and a dimension enter, their cosines leave.

Each row holds one class's cosines to the others; where all classes lie alike there is one row for them all.
"""

from __future__ import annotations

import math

import numpy as np

from lossviz.geometry.floors import even_cosines
from lossviz.geometry.spherical_codes import spherical_code
from lossviz.geometry.target_logits import Values

STEPS = 60
"""Newton's steps at most; about eight are needed."""


def spread_cosines(C: int, d: int) -> Values | None:  # noqa: N803
    """Cosines [rows, C − 1] between evenly spread class vectors; None where no arrangement is known.

    The regular simplex for d ≥ C − 1, the circle, and the best known spherical codes for 4 to 12 classes in 3-D.

    >>> spread_cosines(10, 3).shape
    (10, 9)
    """
    alike = even_cosines(C, d)
    if alike is not None:
        return alike[None]
    vectors = spherical_code(C) if d == 3 else None
    return None if vectors is None else others(vectors @ vectors.T)


def others(cosines: Values) -> Values:
    """A square table of cosines [C, C] without its diagonal: [C, C − 1].

    >>> others(np.eye(3)).shape
    (3, 2)
    """
    C = len(cosines)  # noqa: N806
    return cosines[~np.eye(C, dtype=bool)].reshape(C, C - 1)


def spread_loss(cosines: Values, s: float, target: float) -> float:
    """Mean of ln(1 + Σ_j e^{s(c_j − target)}) over the rows: the loss of samples on their own class vectors.

    >>> round(spread_loss(spread_cosines(10, 2), s=30.0, target=1 - 0.35), 2)
    5.47
    """
    return float(np.logaddexp.reduce(np.pad(s * (cosines - target), ((0, 0), (1, 0))), axis=1).mean())


def centre_probability(cosines: Values, s: float) -> float:
    """The least probability of the own class at a class vector, 1/(1 + Σ_j e^{s(c_j − 1)}).

    >>> round(centre_probability(spread_cosines(10, 2), s=3.955), 2)
    0.48
    """
    return float(np.exp(-np.logaddexp.reduce(np.pad(s * (cosines - 1), ((0, 0), (1, 0))), axis=1)).min())


def needed_scale(cosines: Values, P: float) -> float:  # noqa: N803
    """The least s at which the own class has probability P on every class vector; 0 where it has it at any s.

    ln Σ_j e^{s(c_j − 1)} falls with s and is convex, so Newton's steps from the left end at the root.
    Raises ValueError for P outside (0, 1).

    >>> round(needed_scale(spread_cosines(10, 2), P=0.9), 2)
    15.14
    """
    if not 0 < P < 1:
        raise ValueError(f"P must lie between 0 and 1, got {P}")
    return float(max(_needed(row - 1, math.log((1 - P) / P)) for row in cosines))


def _needed(apart: Values, wanted: float) -> float:
    s = 0.0
    for _ in range(STEPS):
        logs = s * apart
        top = logs.max()
        weights = np.exp(logs - top)
        over = top + math.log(weights.sum()) - wanted
        step = -over * weights.sum() / float(weights @ apart)
        if step <= 1e-12 * max(s, 1.0):
            break
        s += step
    return s
