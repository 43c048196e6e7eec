"""Margins that depend on how often a class occurs: class sizes enter, margins leave."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def dynamic_margins(
    class_counts: Sequence[int],
    *,
    a: float | None = None,
    b: float | None = None,
    lam: float = 0.25,
    m_min: float | None = None,
    m_max: float | None = None,
) -> list[float]:
    """m_j = a·n_j^(−λ) + b for class sizes n_j (0 counts as 1), in radians; given a and b, or m_min and m_max.

    With m_min and m_max, a and b are such that the largest class gets m_min and the smallest m_max; classes of one
    size all get m_max.
    Raises ValueError unless exactly one of the two pairs is given, and for λ < 0.
    Ha et al. 2020, Google landmark recognition 2020.

    >>> dynamic_margins([1, 16], a=0.4, b=0.1, lam=0.25)
    [0.5, 0.30000000000000004]
    """
    given = [name for name, value in {"a": a, "b": b, "m_min": m_min, "m_max": m_max}.items() if value is not None]
    if given not in (["a", "b"], ["m_min", "m_max"]):
        raise ValueError(f"margins must hold a and b, or m_min and m_max, got {', '.join(given) or 'neither'}")
    if not lam >= 0:
        raise ValueError(f"lam must be at least 0, got {lam}")
    shrunk = np.maximum(np.asarray(class_counts, float), 1.0) ** -lam
    if m_min is not None and m_max is not None:
        span = float(np.ptp(shrunk))
        place = (shrunk - shrunk.min()) / span if span > 0 else np.ones_like(shrunk)
        return [float(m) for m in m_min + (m_max - m_min) * place]
    return [float(m) for m in (a or 0.0) * shrunk + (b or 0.0)]
