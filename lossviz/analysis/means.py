"""Class means: features and labels enter, one mean a class leaves."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from lossviz.analysis.nearest import Metric


def class_means(features: Tensor, labels: Tensor, classes: int, metric: Metric) -> Tensor:
    """Means (classes, d) of features (N, d) by label (N,); NaN for a class without features.

    In the cosine metric: the mean direction of the class (the mean of its unit vectors, brought to length 1)
    times the mean length of its features, so that it can be drawn among them.
    """
    members = functional.one_hot(labels, classes).to(features.dtype)
    counts = members.sum(0)[:, None]
    if metric == "euclidean":
        return members.T @ features / counts
    directions = functional.normalize(members.T @ functional.normalize(features))
    lengths = members.T @ features.norm(dim=1, keepdim=True) / counts
    means: Tensor = directions * lengths
    return means
