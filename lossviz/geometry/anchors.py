"""A frame's points, labels and class vectors enter; how alike each anchor is to its own and to the others leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lossviz.geometry.target_logits import Values

Kind = Literal["cosine", "inverse"]


def spread(count: int, most: int = 300) -> NDArray[np.int64]:
    """At most `most` of `count` points, evenly over their list.

    >>> spread(10, 4).tolist()
    [0, 2, 5, 7]
    """
    wanted = min(count, most)
    return (np.arange(wanted) * count) // max(wanted, 1)


def anchor_similarities(
    points: Values, labels: NDArray[np.int64], anchors: NDArray[np.int64], kind: Kind, vectors: Values | None = None
) -> dict[str, Values]:
    """`sp_hard`, `sn_hard`, `sp_mean`, `sn_mean` of every anchor: its hardest and mean similarities.

    points [N, d], labels [N]. kind: "cosine", or "inverse" for 1/(1 + D²). Without `vectors` an anchor is compared with
    all other points; with them, [C, K, d], with the classes, each by the nearest of its K sub-centres: s_p is then one
    number. NaN where an anchor has nobody of its class, or no others. Sun et al. 2020, Circle loss, section 3.

    >>> points, labels = np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), np.array([0, 0, 1])
    >>> found = anchor_similarities(points, labels, np.array([0]), "inverse")
    >>> found["sp_hard"].item(), round(found["sn_hard"].item(), 3)
    (0.5, 0.333)
    """
    if vectors is None:
        near = _alike(points[anchors], points, kind)
        own = labels[anchors][:, None] == labels[None, :]
        own_but_itself = own & (anchors[:, None] != np.arange(len(points))[None, :])
    else:
        classes, subs, dim = vectors.shape
        near = _alike(points[anchors], vectors.reshape(-1, dim), kind).reshape(len(anchors), classes, subs).max(axis=2)
        own = own_but_itself = labels[anchors][:, None] == np.arange(classes)[None, :]
    return {
        "sp_hard": _over(near, own_but_itself, np.inf, np.min),
        "sn_hard": _over(near, ~own, -np.inf, np.max),
        "sp_mean": _mean(near, own_but_itself),
        "sn_mean": _mean(near, ~own),
    }


def _alike(a: Values, b: Values, kind: Kind) -> Values:
    if kind == "cosine":
        cosine: Values = _unit(a) @ _unit(b).T
        return cosine
    squared: Values = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return 1 / (1 + squared)


def _unit(rows: Values) -> Values:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)


def _over(near: Values, counted: NDArray[np.bool_], otherwise: float, worst: Callable[..., Values]) -> Values:
    found = worst(np.where(counted, near, otherwise), axis=1)
    return np.where(counted.any(axis=1), found, np.nan)


def _mean(near: Values, counted: NDArray[np.bool_]) -> Values:
    number = counted.sum(axis=1)
    total = np.where(counted, near, 0.0).sum(axis=1)
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)
