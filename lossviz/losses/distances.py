"""Distances inside a batch: embeddings [N, d] enter, every pair's distance [N, N] leaves."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from lossviz.losses.contract import check_choice
from lossviz.losses.lengths import angle_from_chords, unit

MANY_AXES = 8
"""Dimension from which products of matrices are faster than differences."""

NEAR, FEW_NEAR = 1 / 32, 8
"""Squared distance, as a share of the squared lengths, below which products are not exact enough; and how many numbers
the differences of such pairs may take for each pair of the batch before all pairs are measured by differences."""

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
    """‖a_i − b_j‖, [N, M], as exact as from differences; gradient 0 where it is 0."""
    if others is points and points.shape[1] >= MANY_AXES:
        squared, near = _by_products(points.detach())
        if near.shape[1] * points.shape[1] <= FEW_NEAR * squared.numel():
            apart: Tensor = _Euclidean.apply(points, squared, *near)
            return apart
    return torch.cdist(points, others, compute_mode="donot_use_mm_for_euclid_dist")


def _by_products(points: Tensor) -> tuple[Tensor, Tensor]:
    """‖x_i − x_j‖² as ‖x_i‖² + ‖x_j‖² − 2x_i·x_j around the mean, and the pairs (i, j) [2, P] for which that is poor.

    The products lose digits where points are near for their lengths, so that those pairs are measured by differences.
    """
    centred = points - points.mean(0)
    lengths = centred.square().sum(1)
    both = lengths[:, None] + lengths
    squared = torch.addmm(both, centred, centred.T, alpha=-2).fill_diagonal_(0.0)
    return squared, (squared <= NEAR * both).fill_diagonal_(False).nonzero().T


class _Euclidean(torch.autograd.Function):
    """Distances from products, those of near pairs from differences; the gradient likewise."""

    @staticmethod
    def forward(ctx: Any, points: Tensor, squared: Tensor, first: Tensor, second: Tensor) -> Tensor:
        ways = points[first] - points[second]
        apart = squared.index_put_((first, second), ways.square().sum(1)).sqrt_()
        ctx.save_for_backward(points, apart, first, second, ways)
        return apart

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None, None]:
        points, apart, first, second, ways = ctx.saved_tensors
        pull = gradient / apart.masked_fill(apart == 0, torch.inf)
        pull = pull + pull.T
        near = pull[first, second]
        pull[first, second] = 0.0
        centred = points - points.mean(0)
        moved = torch.addmm(pull.sum(1, keepdim=True) * centred, pull, centred, alpha=-1)
        return moved.index_add_(0, first, near[:, None] * ways), None, None, None


def positives(labels: Tensor) -> Tensor:
    """Whether j is another sample of i's class, [N, N]."""
    return (labels[:, None] == labels).fill_diagonal_(False)


def negatives(labels: Tensor) -> Tensor:
    """Whether j is of another class than i, [N, N]."""
    return labels[:, None] != labels
