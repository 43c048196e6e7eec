"""Neighbours: literal cases, and scikit-learn's answer in both metrics."""

from __future__ import annotations

import pytest
import torch
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from lossviz import analysis

SEEDED = torch.Generator().manual_seed(0)
LINE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.5, 0.0]])


def test_a_point_is_not_its_own_neighbour() -> None:
    assert analysis.neighbours(LINE, None, 2, "euclidean").tolist() == [[1, 2], [0, 2], [3, 1], [2, 1]]


def test_a_reference_at_the_same_place_is_a_neighbour() -> None:
    assert analysis.neighbours(LINE[:1], LINE, 2, "euclidean").tolist() == [[0, 1]]


def test_cosine_neighbours_do_not_depend_on_length() -> None:
    features = torch.tensor([[1.0, 0.1], [100.0, 0.0], [1.0, 1.0]])
    assert analysis.neighbours(features, None, 1, "cosine")[0].item() == 1
    assert analysis.neighbours(features, None, 1, "euclidean")[0].item() == 2


def test_near_twins_far_from_the_origin_keep_their_order() -> None:
    features = torch.tensor([[8000.0, 0.0], [8000.02, 0.0], [8000.01, 0.0]])
    assert analysis.neighbours(features, None, 1, "euclidean")[0].item() == 2


def test_blocks_give_the_same_as_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    features = torch.randn(50, 2, generator=SEEDED)
    whole = analysis.neighbours(features, None, 3, "euclidean")
    monkeypatch.setattr("lossviz.analysis.nearest.BLOCK", 7 * 50)
    monkeypatch.setattr("lossviz.analysis.nearest.ROWS", 1)
    assert torch.equal(analysis.neighbours(features, None, 3, "euclidean"), whole)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("dim", [2, 16])
def test_knn_accuracy_is_that_of_scikit_learn(metric: analysis.Metric, dim: int) -> None:
    features, labels = torch.randn(300, dim, generator=SEEDED), torch.arange(300) % 4
    features[:, 0] += labels
    near = analysis.neighbours(features[200:], features[:200], 5, metric)
    ours = analysis.knn_accuracy(labels[:200][near], labels[200:], 4)
    theirs = KNeighborsClassifier(5, metric=metric, algorithm="brute").fit(features[:200], labels[:200])
    assert ours == pytest.approx(theirs.score(features[200:], labels[200:]))


def test_nearest_mean_accuracy_is_that_of_scikit_learn() -> None:
    features, labels = torch.randn(300, 3, generator=SEEDED), torch.arange(300) % 4
    features[:, 0] += labels
    means = analysis.class_means(features, labels, 4, "euclidean")
    theirs = NearestCentroid().fit(features, labels).score(features, labels)
    assert analysis.nearest_mean_accuracy(features, labels, means, "euclidean") == pytest.approx(theirs)
