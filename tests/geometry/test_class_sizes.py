"""Margins by class size, against the published range and what it does to MNIST."""

from __future__ import annotations

import pytest

from lossviz.geometry import dynamic_margins

MNIST = [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]


def test_the_rarest_class_gets_the_largest_margin_and_the_commonest_the_smallest() -> None:
    found = dynamic_margins([1, 10, 100, 1000], m_min=0.05, m_max=0.5)
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == (pytest.approx(0.5), pytest.approx(0.05))


def test_nearly_equal_digits_are_stretched_over_the_whole_range() -> None:
    found = dynamic_margins(MNIST, m_min=0.05, m_max=0.5)
    assert (found.index(max(found)), found.index(min(found))) == (5, 1)
    assert max(found) - min(found) == pytest.approx(0.45)


def test_given_a_and_b_they_are_nearly_equal() -> None:
    found = dynamic_margins(MNIST, a=0.5, b=0.05)
    assert max(found) - min(found) < 0.004


def test_equal_classes_get_the_largest_margin() -> None:
    assert dynamic_margins([4, 4], m_min=0.05, m_max=0.5) == [0.5, 0.5]


def test_an_empty_class_counts_as_one_sample() -> None:
    assert dynamic_margins([0, 16], a=0.4, b=0.0) == dynamic_margins([1, 16], a=0.4, b=0.0)


@pytest.mark.parametrize("wrong", [{}, {"a": 1.0}, {"m_min": 0.1}, {"a": 1.0, "m_max": 0.5}])
def test_anything_but_one_of_the_two_pairs_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="margins must hold a and b, or m_min and m_max"):
        dynamic_margins([1, 2], **wrong)
