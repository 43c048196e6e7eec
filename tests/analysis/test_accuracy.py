"""Accuracies on cases small enough to count by hand."""

from __future__ import annotations

import math

import torch

from lossviz import analysis


def test_five_neighbours_vote_and_a_tie_goes_to_the_lower_label() -> None:
    near = torch.tensor([[2, 2, 1, 1, 0], [0, 0, 0, 2, 2], [2, 1, 2, 1, 0]])
    assert analysis.knn_accuracy(near, torch.tensor([1, 0, 2]), 3) == 2 / 3


def test_recall_looks_at_the_first_neighbour_only() -> None:
    assert analysis.recall_at_1(torch.tensor([[1, 0, 0], [0, 1, 1]]), torch.tensor([1, 1])) == 0.5


def test_means_are_per_class_and_an_empty_class_has_none() -> None:
    features, labels = torch.tensor([[0.0, 0.0], [2.0, 0.0], [0.0, 5.0]]), torch.tensor([0, 0, 2])
    means = analysis.class_means(features, labels, 3, "euclidean")
    assert means[0].tolist() == [1.0, 0.0]
    assert means[1].isnan().all()
    assert means[2].tolist() == [0.0, 5.0]


def test_a_class_without_a_mean_is_never_nearest() -> None:
    means = torch.tensor([[math.nan, math.nan], [9.0, 9.0]])
    for metric in ("euclidean", "cosine"):
        assert analysis.nearest_mean_accuracy(torch.ones(1, 2), torch.tensor([1]), means, metric) == 1.0


def test_a_cosine_mean_weighs_directions_not_lengths() -> None:
    features = torch.tensor([[100.0, 0.0], [0.0, 2.0]])
    mean = analysis.class_means(features, torch.tensor([0, 0]), 1, "cosine")[0]
    torch.testing.assert_close(mean, torch.tensor([1.0, 1.0]) / math.sqrt(2) * 51)


def test_the_highest_score_decides() -> None:
    scores = torch.tensor([[0.2, 0.1], [-3.0, -2.0], [0.5, 0.6]])
    assert analysis.class_vector_accuracy(scores, torch.tensor([0, 1, 0])) == 2 / 3


def test_angles_are_radians_and_lengths_do_not_count() -> None:
    vectors = torch.tensor([[[3.0, 0.0]], [[0.0, 0.5]], [[0.0, 0.0]]])
    angles = analysis.class_angles(torch.tensor([[2.0, 2.0]]), vectors)
    torch.testing.assert_close(angles, torch.tensor([[math.pi / 4, math.pi / 4, math.pi / 2]]))


def test_of_several_sub_centres_the_nearest_counts() -> None:
    vectors = torch.tensor([[[0.0, 1.0], [1.0, 0.0]], [[-1.0, 0.0], [0.0, -1.0]]])
    own, other = analysis.own_and_other_angle(
        analysis.class_angles(torch.tensor([[1.0, 0.0]]), vectors), torch.tensor([0])
    )
    assert own == 0.0
    assert math.isclose(other, math.pi / 2, rel_tol=1e-6)
