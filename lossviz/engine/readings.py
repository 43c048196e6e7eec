"""The named numbers of a moment: features and labels of the probe set enter, readings leave."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from lossviz import analysis
from lossviz.analysis import Metric

K = 5
"""Neighbours that vote."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Labelled:
    """Features (N, d), their labels (N,) and the number of classes."""

    features: Tensor
    labels: Tensor
    classes: int

    def means(self, metric: Metric) -> Tensor:
        """Class means (C, d)."""
        return analysis.class_means(self.features, self.labels, self.classes, metric)

    def half(self, which: int) -> Labelled:
        """Every second feature, from the first (0) or the second (1) on."""
        return Labelled(features=self.features[which::2], labels=self.labels[which::2], classes=self.classes)


def known(probe: Labelled, scores: Tensor | None = None) -> tuple[Labelled, Tensor | None]:
    """The samples of trained classes and their scores; whoever belongs to none is only looked at."""
    there = probe.labels < probe.classes
    if bool(there.all()):
        return probe, scores
    kept = Labelled(features=probe.features[there], labels=probe.labels[there], classes=probe.classes)
    return kept, None if scores is None else scores[there]


def within(probe: Labelled, metric: Metric) -> dict[str, float]:
    """Accuracies inside the probe set: neighbours without the point itself, means from the other half."""
    nearest = analysis.neighbours(probe.features, None, K, metric)
    return {
        "nearest_mean_accuracy": within_means(probe, metric),
        **_of_neighbours(probe.labels[nearest], probe),
    }


def within_means(probe: Labelled, metric: Metric) -> float:
    """Nearest-mean accuracy of each half with the means of the other."""
    halves = probe.half(0), probe.half(1)
    right = 0.0
    for half, other in (halves, halves[::-1]):
        found = analysis.nearest_mean_accuracy(half.features, half.labels, other.means(metric), metric)
        right += found * len(half.labels)
    return right / len(probe.labels)


def against(probe: Labelled, training: Labelled, metric: Metric) -> dict[str, float]:
    """Accuracies of the probe set with neighbours and means from the training digits."""
    nearest = analysis.neighbours(probe.features, training.features, K, metric)
    means = training.means(metric)
    return {
        "nearest_mean_accuracy": analysis.nearest_mean_accuracy(probe.features, probe.labels, means, metric),
        **_of_neighbours(training.labels[nearest], probe),
    }


def to_classes(probe: Labelled, vectors: Tensor, scores: Tensor | None) -> dict[str, float]:
    """Angles to the class vectors (C, K, d), or to means in their place; accuracy of the scores where there are any."""
    own, other = analysis.own_and_other_angle(analysis.class_angles(probe.features, vectors), probe.labels)
    angles = {"own_angle": own, "other_angle": other}
    if scores is None:
        return angles
    return {"class_vector_accuracy": analysis.class_vector_accuracy(scores, probe.labels), **angles}


def _of_neighbours(labels: Tensor, probe: Labelled) -> dict[str, float]:
    return {
        "knn_accuracy": analysis.knn_accuracy(labels, probe.labels, probe.classes),
        "recall_at_1": analysis.recall_at_1(labels, probe.labels),
    }
