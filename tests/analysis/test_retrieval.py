"""Recall@k and MAP@R against pytorch-metric-learning and by hand."""

import numpy as np
import pytest
import torch
from pytorch_metric_learning.distances import CosineSimilarity, LpDistance
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator
from pytorch_metric_learning.utils.inference import CustomKNN

from lossviz.analysis.retrieval import per_query, told_apart, with_intervals


def features(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    labels = np.repeat(np.arange(5), 24)
    return chance.normal(size=(120, 4)) + 1.2 * np.eye(5)[labels][:, :4], labels


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_they_are_those_of_pytorch_metric_learning(metric) -> None:
    x, labels = features()
    asking = labels >= 3
    found = per_query(x, labels, asking, metric).mean(0)
    distance = CosineSimilarity() if metric == "cosine" else LpDistance(normalize_embeddings=False)
    names = ("precision_at_1", "mean_average_precision_at_r")
    known = AccuracyCalculator(include=names, knn_func=CustomKNN(distance), k=119)
    gallery, of = (
        torch.tensor(np.vstack([x[asking], x[~asking]])),
        torch.tensor(np.append(labels[asking], labels[~asking])),
    )
    want = known.get_accuracy(gallery[: asking.sum()], of[: asking.sum()], gallery, of, ref_includes_query=True)
    assert [found[0], found[3]] == pytest.approx([want[name] for name in names], abs=1e-6)


def test_by_hand() -> None:
    x = np.array([[0.0], [1.0], [1.5], [4.0]])
    labels = np.array([0, 1, 0, 0])
    found = per_query(x, labels, np.array([True, True, False, False]), "euclidean")
    # 0 sees 1 (wrong), 1.5, 4: R = 2, so 1/2 of the second place, over 2
    assert found[0] == pytest.approx([0, 1, 1, 0.25])
    assert np.isnan(found[1]).all()


def test_the_mean_lies_in_its_interval() -> None:
    x, labels = features(1)
    each = per_query(x, labels, np.ones(120, bool), "cosine")
    mean, low, high = with_intervals(each, labels).T
    assert mean == pytest.approx(each.mean(0))
    assert (low <= mean).all()
    assert (mean <= high).all()


def test_strangers_are_told_by_the_nearest_trained_image() -> None:
    x = np.array([[0.0], [1.0], [10.0], [11.0], [5.0], [6.0]])
    strange = np.array([False, False, False, False, True, True])
    alike = -np.abs(x - x.T)
    auc, low, high = told_apart(alike, np.array([0, 0, 1, 1, 2, 2]), strange, draws=20)
    assert (auc, low, high) == (1.0, 1.0, 1.0)
