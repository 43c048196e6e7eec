"""Linear metric learning, worker side: points and labels enter, a linear map [d, D] to look through leaves.

NCA and LMNN learn the map itself. ITML and MMC learn a metric M = AᵀA from similar and dissimilar pairs, and its d
strongest directions are the map. Points that are many pixels wide are best brought to some tens of principal
directions first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from lossviz.classic.itml import itml
from lossviz.classic.linear import Matrix, Told, check_dim, named, points, strongest, transform
from lossviz.classic.lmnn import lmnn
from lossviz.classic.mmc import mmc
from lossviz.classic.nca import nca
from lossviz.classic.pairs import Pairs, pairs

__all__ = ["METHODS", "Matrix", "Pairs", "Told", "fit", "itml", "lmnn", "mmc", "nca", "pairs", "strongest", "transform"]

FROM_LABELS: dict[str, Callable[..., Matrix]] = {"nca": nca, "lmnn": lmnn}
FROM_PAIRS: dict[str, Callable[..., Matrix]] = {"itml": itml, "mmc": mmc}
METHODS = (*FROM_LABELS, *FROM_PAIRS)
PAIRS = 1000


def fit(
    method: str,
    x: ArrayLike,
    y: ArrayLike,
    dim: int,
    *,
    count: int = PAIRS,
    seed: int = 0,
    told: Told | None = None,
    **knobs: Any,
) -> Matrix:
    """The map [dim, D] that one of METHODS learns from points x [N, D] and labels y [N].

    count and seed draw the pairs of ITML and MMC; knobs go to the method; `told(n, value)` hears each iteration.
    The same arguments give the same map. Raises ValueError naming the argument that is not allowed.

    >>> fit("mmc", [[0.0, 0], [0, 1], [1, 0], [1, 2]], [0, 0, 1, 1], dim=2).shape
    (2, 2)
    """
    if method in FROM_LABELS:
        return FROM_LABELS[method](x, y, dim, told=told, **knobs)
    if method not in FROM_PAIRS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method}")
    data = points(x)
    check_dim(dim, data)
    given = pairs(named(y, data), count, seed)
    return strongest(FROM_PAIRS[method](data, given, told=told, **knobs), dim)
