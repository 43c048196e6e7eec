"""Numbers of an embedding: features (N, d) and labels (N,) enter, accuracies and angles leave.

Every function takes torch tensors and a metric: "euclidean", or "cosine", which brings features to length 1
first, since only unit vectors have the same neighbours in both.
"""

from lossviz.analysis.accuracy import (
    class_vector_accuracy,
    knn_accuracy,
    nearest_mean_accuracy,
    recall_at_1,
)
from lossviz.analysis.angles import class_angles, own_and_other_angle
from lossviz.analysis.means import class_means
from lossviz.analysis.nearest import Metric, distances, neighbours

__all__ = [
    "Metric",
    "class_angles",
    "class_means",
    "class_vector_accuracy",
    "distances",
    "knn_accuracy",
    "nearest_mean_accuracy",
    "neighbours",
    "own_and_other_angle",
    "recall_at_1",
]
