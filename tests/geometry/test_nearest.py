"""Neighbours and classes by numpy, against scikit-learn and small examples."""

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from lossviz.geometry.nearest import class_means, class_values, nearest, predicted

FEATURES = np.random.default_rng(0).normal(size=(300, 16))


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_the_nearest_are_those_of_scikit_learn(metric: str) -> None:
    far, where = NearestNeighbors(n_neighbors=11, metric=metric).fit(FEATURES).kneighbors(FEATURES[[7]])
    points, values = nearest(FEATURES[7], FEATURES, metric, 10, without=7)  # type: ignore[arg-type]
    assert points.tolist() == where[0, 1:].tolist()
    assert values == pytest.approx(1 - far[0, 1:] if metric == "cosine" else far[0, 1:])


def test_without_a_point_to_leave_out_the_nearest_is_the_feature_itself() -> None:
    points, values = nearest(FEATURES[7], FEATURES, "euclidean", 1)
    assert (points.tolist(), values.tolist()) == ([7], [0.0])


@pytest.mark.parametrize(
    ("kind", "values", "best"),
    [("score", [6.0, 5.0], 0), ("cosine", [0.6, 0.8], 1), ("distance", [2**0.5 * 2, 3.0], 0)],
)
def test_a_class_is_as_near_as_its_vector_says(kind: str, values: list[float], best: int) -> None:
    at, vectors = np.array([3.0, 4.0]), np.array([[[1.0, 0.0]], [[0.0, 1.0]]])
    if kind == "distance":
        vectors = np.array([[[1.0, 2.0]], [[3.0, 1.0]]])
    found = class_values(at, vectors, np.array([3.0, 1.0]) if kind == "score" else None, kind)  # type: ignore[arg-type]
    assert found == pytest.approx(values)
    assert predicted(found, kind) == best  # type: ignore[arg-type]


def test_the_best_of_the_sub_centres_counts() -> None:
    vectors = np.array([[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 0.0], [0.0, -1.0]]])
    assert class_values(np.array([0.0, 2.0]), vectors, None, "cosine") == pytest.approx([1.0, 0.0])


def test_by_cosine_a_mean_is_one_of_directions() -> None:
    features = np.array([[10.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    means = class_means(features, np.array([0, 0, 2]), 3, "cosine")
    assert means[0] == pytest.approx([0.5, 0.5])
    assert np.isnan(means[1]).all()
    assert class_means(features, np.array([0, 0, 2]), 3, "euclidean")[0] == pytest.approx([5.0, 0.5])


def test_labels_behind_the_classes_belong_to_none() -> None:
    features = np.array([[2.0, 0.0], [0.0, 2.0], [9.0, 9.0]])
    assert class_means(features, np.array([0, 1, 2]), 2, "euclidean").tolist() == [[2.0, 0.0], [0.0, 2.0]]


def test_a_class_without_a_mean_is_never_predicted() -> None:
    assert predicted(np.array([np.nan, 0.2, 0.1]), "cosine") == 1
    assert predicted(np.array([np.nan, 0.2, 0.1]), "distance") == 2
