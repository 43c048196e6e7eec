"""Triplets by difficulty and number, and the angular Fisher score."""

from __future__ import annotations

import pytest

from lossviz.geometry import angular_fisher_score, count_triplets, triplet_category


@pytest.mark.parametrize(
    ("d_an", "margin", "expected"),
    [(0.5, 0.3, "hard"), (1.0, 0.3, "hard"), (1.1, 0.3, "semihard"), (1.5, 0.5, "easy"), (3.0, 0.3, "easy"),
     (1.0, 0.0, "easy")],
)  # fmt: skip
def test_categories_of_a_positive_at_1(d_an: float, margin: float, expected: str) -> None:
    assert triplet_category(1.0, d_an, margin) == expected


def test_the_surveys_thousand_people_with_twenty_pictures_each() -> None:
    assert count_triplets(class_sizes=[20] * 1000) == 1000 * 20 * 19 * 19980


def test_labels_or_sizes_and_not_both() -> None:
    with pytest.raises(ValueError, match="labels or class_sizes"):
        count_triplets()
    with pytest.raises(ValueError, match="labels or class_sizes"):
        count_triplets(labels=[0], class_sizes=[1])


def test_tighter_classes_have_a_lower_fisher_score() -> None:
    labels = [0, 0, 1, 1]
    loose = angular_fisher_score([[1, 0.5], [1, -0.5], [-0.5, 1], [0.5, 1]], labels)
    tight = angular_fisher_score([[1, 0.1], [1, -0.1], [-0.1, 1], [0.1, 1]], labels)
    assert tight < loose
