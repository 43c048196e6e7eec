"""How well classes are told apart by angle: embeddings and labels enter, a score leaves."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lossviz.geometry.target_logits import Values


def angular_fisher_score(embeddings: ArrayLike, labels: ArrayLike) -> float:
    """Σ_i Σ_{x in class i} (1 − cos(x, m_i)) / Σ_i n_i(1 − cos(m_i, m)), m_i class means, m the mean; lower is better.

    embeddings [N, d], labels [N]. Liu et al. 2017, SphereFace, appendix E.

    >>> angular_fisher_score([[1, 0], [2, 0], [0, 1], [0, 2]], [0, 0, 1, 1])
    0.0
    """
    points, names = np.asarray(embeddings, float), np.asarray(labels)
    mean = points.mean(0)
    within = between = 0.0
    for name in np.unique(names):
        members = points[names == name]
        centre = members.mean(0)
        within += float((1 - _cosine(members, centre)).sum())
        between += len(members) * float(1 - _cosine(centre, mean))
    return within / between


def _cosine(points: Values, direction: Values) -> Values:
    cosine: Values = points @ direction / (np.linalg.norm(points, axis=-1) * np.linalg.norm(direction))
    return cosine
