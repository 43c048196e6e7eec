"""Distances inside a batch: embeddings [N, d] enter, every pair's distance [N, N] leaves."""

from __future__ import annotations

import torch
from torch import Tensor

from lossviz.losses.contract import check_choice
from lossviz.losses.lengths import angle_from_chords, unit

DISTANCES = ("euclidean", "sqeuclidean", "cosine", "angle")


def pairwise(embeddings: Tensor, distance: str = "euclidean", normalize: bool = False) -> Tensor:
    """d(x_i, x_j) of every pair, [N, N].

    euclidean ‖x_i − x_j‖; sqeuclidean its square; cosine 1 − cosθ; angle θ in radians. `normalize` brings the
    embeddings to length 1 first. Coincident points have distance 0 and gradient 0.
    Raises ValueError for another distance.
    """
    check_choice("distance", distance, DISTANCES)
    points = unit(embeddings) if normalize or distance in ("cosine", "angle") else embeddings
    if distance == "cosine":
        return 1 - points @ points.T
    if distance == "angle":
        return angle_from_chords(euclidean(points, points), euclidean(points, -points))
    apart = euclidean(points, points)
    return apart if distance == "euclidean" else apart.square()


def euclidean(points: Tensor, others: Tensor) -> Tensor:
    """‖a_i − b_j‖, [N, M], from differences: ‖a‖² + ‖b‖² − 2ab loses every digit for near points."""
    return torch.cdist(points, others, compute_mode="donot_use_mm_for_euclid_dist")


def positives(labels: Tensor) -> Tensor:
    """Whether j is another sample of i's class, [N, N]."""
    return (labels[:, None] == labels).fill_diagonal_(False)


def negatives(labels: Tensor) -> Tensor:
    """Whether j is of another class than i, [N, N]."""
    return labels[:, None] != labels
