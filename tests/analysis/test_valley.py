"""The valley between two heaps of angles: between their tops, wherever they lie, and none where there is one heap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossviz.analysis.valley import valley


def heap(seed: int, centre: float, spread: float, size: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(centre, spread, size)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 999), low=st.floats(6, 40), apart=st.floats(20, 60), wrong=st.floats(0.05, 0.45))
def test_it_lies_between_two_heaps_and_parts_them(seed: int, low: float, apart: float, wrong: float) -> None:
    n = round(4000 * wrong)
    first, second = heap(seed, low, 3, 4000 - n), heap(seed + 1, low + apart, 4, n)
    found = valley(np.concatenate([first, second]))
    assert found is not None
    assert low < found < low + apart
    assert np.sum(first > found) + np.sum(second <= found) < 0.01 * 4000


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 999), centre=st.floats(5, 60), size=st.integers(1, 4000))
def test_one_heap_has_none(seed: int, centre: float, size: int) -> None:
    assert valley(np.abs(heap(seed, centre, 4, size))) is None


def test_a_small_bump_between_two_heaps_is_not_taken_for_the_second() -> None:
    angles = np.concatenate([heap(0, 10, 3, 3000), heap(1, 30, 2, 150), heap(2, 60, 4, 900)])
    found = valley(angles)
    assert found is not None
    assert 34 < found < 52


def test_of_two_heaps_beyond_the_first_the_higher_counts_however_deep_the_dip_before_the_other() -> None:
    angles = np.concatenate([heap(0, 8, 3, 3000), heap(1, 26, 4, 260), heap(2, 60, 4, 140)])
    found = valley(angles)
    assert found is not None
    assert 13 < found < 22


@pytest.mark.parametrize("angles", [[], [90.0], [180.0] * 5], ids=["none", "one", "all alike"])
def test_there_is_none_among_few(angles: list[float]) -> None:
    assert valley(np.array(angles)) is None
