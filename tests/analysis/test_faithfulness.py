"""Trustworthiness and its relatives are those of the literature, whatever the number of blocks."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.manifold import trustworthiness
from sklearn.neighbors import NearestNeighbors

from lossviz.analysis import faithfulness as module
from lossviz.analysis.faithfulness import faithfulness, neighbours

Points = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8]]
KS = (5, 15)


@pytest.fixture(params=[2**21, 5000])
def points(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Points:
    """Points in 8 dimensions, two of these, and labels; in one block and in several."""
    monkeypatch.setattr(module, "BLOCK", request.param)
    chance = np.random.default_rng(0)
    before = chance.normal(size=(120, 8))
    return before, before[:, :2] + 0.1 * chance.normal(size=(120, 2)), chance.integers(0, 3, 120).astype(np.uint8)


def test_trustworthiness_is_scikit_learns(points: Points) -> None:
    before, after, labels = points
    found = faithfulness(before, after, labels, KS, lambda share: None).trustworthiness
    assert found == pytest.approx([trustworthiness(before, after, n_neighbors=k) for k in KS], abs=1e-12)


def test_continuity_is_trustworthiness_with_both_changed_over(points: Points) -> None:
    before, after, labels = points
    found = faithfulness(before, after, labels, KS, lambda share: None).continuity
    assert found == pytest.approx([trustworthiness(after, before, n_neighbors=k) for k in KS], abs=1e-12)


def test_overlap_is_the_share_of_neighbours_that_stay(points: Points) -> None:
    before, after, labels = points
    lists = [NearestNeighbors(n_neighbors=5).fit(each).kneighbors(return_distance=False) for each in (before, after)]
    shared = np.mean([len(set(a) & set(b)) / 5 for a, b in zip(*lists, strict=True)])
    assert faithfulness(before, after, labels, KS, lambda share: None).overlap[0] == pytest.approx(shared)


def test_what_is_not_projected_is_wholly_faithful(points: Points) -> None:
    before, _, labels = points
    found = faithfulness(before, before, labels, KS, lambda share: None)
    assert [*found.trustworthiness, *found.continuity, *found.overlap] == [1.0] * 6
    assert found.votes[0] == found.votes[1]


def test_neighbours_are_scikit_learns(points: Points) -> None:
    lengths, indices = NearestNeighbors(n_neighbors=7).fit(points[0]).kneighbors()
    found = neighbours(points[0], 7)
    assert (found[0] == indices).all()
    assert found[1] == pytest.approx(lengths)
