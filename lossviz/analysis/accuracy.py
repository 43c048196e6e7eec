"""Accuracies: features and labels enter, the share that is right leaves."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from lossviz.analysis.nearest import Metric, distances


def knn_accuracy(neighbour_labels: Tensor, labels: Tensor, classes: int) -> float:
    """Share of features whose k neighbours, labelled (N, k), vote for their own label (N,); ties go to the lower.

    >>> knn_accuracy(torch.tensor([[0, 1, 1], [0, 0, 1]]), torch.tensor([1, 1]), classes=2)
    0.5
    """
    votes = functional.one_hot(neighbour_labels, classes).sum(1)
    return share(votes.argmax(1) == labels)


def recall_at_1(neighbour_labels: Tensor, labels: Tensor) -> float:
    """Share of features whose nearest neighbour, the first of (N, k), has their own label."""
    return share(neighbour_labels[:, 0] == labels)


def nearest_mean_accuracy(features: Tensor, labels: Tensor, means: Tensor, metric: Metric) -> float:
    """Share of features (N, d) nearest to the mean (C, d) of their own class; NaN means are never nearest."""
    away = distances(features, means, metric).nan_to_num(nan=torch.inf)
    return share(away.argmin(1) == labels)


def class_vector_accuracy(scores: Tensor, labels: Tensor) -> float:
    """Share of features whose own class has the highest score (N, C), scores being free of margins."""
    return share(scores.argmax(1) == labels)


def share(right: Tensor) -> float:
    """The share of true entries."""
    return int(right.count_nonzero()) / len(right)
