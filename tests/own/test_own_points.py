"""What becomes of embeddings: their tape, their accuracies, and what is left out of large files."""

from __future__ import annotations

import numpy as np
import pytest
import strange
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier

from lossviz import own
from lossviz.frame import Tape
from lossviz.pack import Pack

CHANCE = np.random.default_rng(1)


def points(features: object, labels: object) -> own.Points:
    brought = own.read([("e.npz", strange.npz(embeddings=features, labels=labels))])
    assert isinstance(brought, own.Points)
    return brought


def frame(tape: Tape):  # type: ignore[no-untyped-def]
    return next(Tape.from_bytes(tape.to_bytes()).frames())


def clouds(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    labels = np.arange(n) % 3
    return CHANCE.normal(size=(n, d)) + 1.5 * np.eye(3, d)[labels], labels


@pytest.mark.parametrize("d", [2, 3])
def test_plane_and_space_are_drawn_as_they_are(d: int) -> None:
    features, labels = clouds(90, d)
    drawn = frame(own.tape_of(points(features, labels)))
    assert np.abs(drawn.points - features).max() < np.abs(features).max() / 32767


def test_more_dimensions_are_drawn_on_their_principal_axes() -> None:
    features, labels = clouds(200, 8)
    tape = own.tape_of(points(features, labels))
    expected = PCA(3).fit(features)
    drawn = frame(tape)
    assert np.allclose(np.abs(drawn.points), np.abs(expected.transform(features)), atol=1e-3)
    assert drawn.readings["variance_shown"] == pytest.approx(expected.explained_variance_ratio_.sum(), abs=1e-6)
    assert tape.header["projected"] is True


def test_knn_and_recall_are_those_of_scikit_learn_without_the_point_itself() -> None:
    features, labels = clouds(120, 4)
    found = frame(own.tape_of(points(features.astype("f4"), labels))).readings
    for k, name in ((5, "knn_accuracy"), (1, "recall_at_1")):
        judged = [
            KNeighborsClassifier(k).fit(np.delete(features, i, 0), np.delete(labels, i)).predict(features[i : i + 1])[0]
            for i in range(len(labels))
        ]
        assert found[name] == pytest.approx((np.array(judged) == labels).mean())


def test_near_neighbours_far_from_the_origin_are_told_apart() -> None:
    features = np.array([[1000.0, 0], [1000.001, 0], [1000.0035, 0], [1000.0045, 0]])
    found = frame(own.tape_of(points(features, [0, 0, 1, 1]))).readings
    assert found["recall_at_1"] == 1.0


def test_nearest_mean_takes_the_means_of_the_other_half() -> None:
    features = [[0, 0], [10, 0], [10, 0], [0, 0]]
    found = frame(own.tape_of(points(features, [0, 0, 1, 1]))).readings
    assert found["nearest_mean_accuracy"] == 0.0  # the halves are each other's mirror image


def test_angles_are_those_to_the_mean_directions_in_all_dimensions() -> None:
    features = np.array([[2, 0, 0, 0], [2, 0, 0, 0], [0, 3, 0, 0], [0, 3, 3, 0]])
    found = frame(own.tape_of(points(features, [0, 0, 1, 1]))).readings
    eighth = np.pi / 8  # class 1: 0° and 45° from the axis, its mean direction between them
    assert found["own_angle"] == pytest.approx((0 + 0 + eighth + eighth) / 4)
    assert found["other_angle"] == pytest.approx((np.pi / 2) * 4 / 4)


def test_unit_vectors_are_seen_on_the_circle() -> None:
    angles = np.linspace(0, 6, 60)
    tape = own.tape_of(points(np.stack([np.cos(angles), np.sin(angles)], 1), strange.LABELS))
    assert (tape.header["view"], tape.header["metric"]) == ("circle", "cosine")


def test_a_pack_carries_labels_and_rows_and_no_images() -> None:
    brought = points(*clouds(90, 2))
    pack = Pack.from_bytes(own.pack_of(brought))
    assert pack.images.shape == (90, 0, 0)
    assert pack.labels.tolist() == [0, 1, 2] * 30
    assert own.tape_of(brought).header["classes"] == ["0", "1", "2"]


def test_of_a_large_file_ten_thousand_points_are_drawn() -> None:
    features, labels = clouds(12_000, 2)
    brought = points(features.astype("f4"), labels)
    assert (len(brought.features), brought.all) == (10_000, 12_000)
    assert (brought.features == features.astype("f4")[brought.rows]).all()
    assert (brought.labels == labels[brought.rows]).all()


def test_a_csv_gives_the_same_points() -> None:
    features, labels = clouds(30, 2)
    lines = ["x,y,label", *(f"{x},{y},{label}" for (x, y), label in zip(features.tolist(), labels, strict=True))]
    brought = own.read([("a.csv", "\n".join(lines).encode())])
    assert isinstance(brought, own.Points)
    assert np.allclose(brought.features, features, rtol=1e-6)
    assert brought.labels.tolist() == labels.tolist()


@pytest.mark.parametrize("features", [np.zeros((60, 2)), np.ones((60, 300)), np.full((60, 2), 1e29)])
def test_points_that_are_all_one_have_a_picture(features: np.ndarray) -> None:
    drawn = frame(own.tape_of(points(features, strange.LABELS)))
    assert np.isfinite(drawn.points).all()
