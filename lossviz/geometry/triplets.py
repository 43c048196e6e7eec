"""Triplets by difficulty and by number: distances or labels enter, a word or a count leaves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def triplet_category(d_ap: float, d_an: float, margin: float) -> str:
    """Easy for d_an ≥ d_ap + m (loss 0), hard for d_an ≤ d_ap, semihard between.

    Schroff et al. 2015, FaceNet.

    >>> triplet_category(0.5, 0.6, margin=0.3)
    'semihard'
    """
    if d_an >= d_ap + margin:
        return "easy"
    return "hard" if d_an <= d_ap else "semihard"


def count_triplets(labels: Sequence[int] | None = None, class_sizes: Sequence[int] | None = None) -> int:
    """Number of valid triplets (anchor, positive, negative), Σ_c n_c(n_c − 1)(N − n_c), from labels or class sizes.

    Raises ValueError unless exactly one of the two is given.

    >>> count_triplets(labels=[0, 0, 1])
    2
    """
    if (labels is None) == (class_sizes is None):
        raise ValueError("labels or class_sizes must be given, and not both")
    sizes = class_sizes if class_sizes is not None else np.unique(np.asarray(labels), return_counts=True)[1].tolist()
    total = sum(sizes)
    return sum(n * (n - 1) * (total - n) for n in sizes)
