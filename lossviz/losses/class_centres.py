"""Distances to class centres: embeddings [N, d] and centres [C, d] enter, distances leave."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import check_choice
from lossviz.losses.distances import DISTANCES, euclidean
from lossviz.losses.lengths import angle, angle_from_chords, length, unit


def to_all(embeddings: Tensor, centers: Tensor, distance: str) -> Tensor:
    """d(x_i, c_j), [N, C]: euclidean, sqeuclidean its square, cosine 1 − cosθ, angle θ in radians.

    Coincident points have distance 0 and gradient 0. Raises ValueError for another distance.
    """
    check_choice("distance", distance, DISTANCES)
    if distance == "cosine":
        return 1 - unit(embeddings) @ unit(centers).T
    if distance == "angle":
        x, c = unit(embeddings), unit(centers)
        return angle_from_chords(euclidean(x, c), euclidean(x, -c))
    apart = euclidean(embeddings, centers)
    return apart if distance == "euclidean" else apart.square()


def to_own(embeddings: Tensor, centers: Tensor, labels: Tensor, distance: str) -> Tensor:
    """d(x_i, c_{y_i}), [N]; distances as in `to_all`. Raises ValueError for another distance."""
    check_choice("distance", distance, DISTANCES)
    own = centers[labels]
    if distance == "cosine":
        return 1 - (unit(embeddings) * unit(own)).sum(1)
    if distance == "angle":
        return angle(unit(embeddings), unit(own))
    return length(embeddings - own) if distance == "euclidean" else (embeddings - own).square().sum(1)


def to_others(embeddings: Tensor, centers: Tensor, labels: Tensor, distance: str) -> Tensor:
    """d(x_i, c_j) of every j ≠ y_i, [N, C − 1]; distances as in `to_all`. Raises ValueError for another distance."""
    return without_own(to_all(embeddings, centers, distance), labels)


def without_own(values: Tensor, labels: Tensor) -> Tensor:
    """The values [N, C] of every class but the own one, [N, C − 1], in order."""
    classes = values.shape[1]
    places = labels.new_tensor(range(classes - 1)).expand(len(labels), -1)
    return values.gather(1, places + (places >= labels[:, None]).long())
