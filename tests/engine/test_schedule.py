"""Frames: every early step, ever rarer, the last step always."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lossviz.engine.schedule import frame_steps, per_epoch


def test_the_default_run() -> None:
    steps = frame_steps(620)
    assert len(steps) == 61
    assert steps[:9] == [0, 1, 3, 6, 9, 13, 17, 21, 26]
    assert steps[-2:] == [604, 620]


@pytest.mark.parametrize("total", [61, 100, 620, 9360, 93_600])
def test_gaps_only_grow(total: int) -> None:
    steps = frame_steps(total)
    gaps = [b - a for a, b in pairwise(steps)]
    assert steps[0] == 0
    assert steps[-1] == total
    # rounding to whole steps moves a gap by at most one
    assert all(0 < a <= b + 1 for a, b in pairwise(gaps))


@pytest.mark.parametrize("total", [1, 2, 60])
def test_a_short_run_shows_every_step(total: int) -> None:
    assert frame_steps(total) == list(range(total + 1))


def test_an_epoch_leaves_out_the_incomplete_batch() -> None:
    assert (per_epoch(4000, 128), per_epoch(4000, 160), per_epoch(10, 128)) == (31, 25, 1)
