"""Linear metrics as a worker learns them: their maps, and accuracies as scikit-learn measures them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier

from lossviz.datasets import load
from lossviz.datasets.digits import spread_evenly
from lossviz.engine.studies.classic import answer, flat

GIVEN = {"data": "digits8", "train": 200, "dim": 5, "seed": 0}


@pytest.fixture(scope="module")
def found() -> dict[str, NDArray[np.float64]]:
    return answer(GIVEN, {}, lambda phase, share: None)


def test_every_method_gives_a_map_of_the_unseen_digits(found: dict[str, NDArray[np.float64]]) -> None:
    assert found["methods"].tolist() == ["euclid", "nca", "lmnn", "itml", "mmc"]
    assert found["places"].shape == (5, 500, 2)


def test_euclid_is_scikit_learns_pca_and_neighbours(found: dict[str, NDArray[np.float64]]) -> None:
    digits = load("digits8")
    chosen = np.sort(spread_evenly(digits.train_labels, 200))
    known, unseen, labels = flat(digits.train_images[chosen]), flat(digits.probe_images), digits.train_labels[chosen]
    axes = PCA(5).fit(known)
    x, new = axes.transform(known), axes.transform(unseen)
    for name, a, b in (("pixels", known, unseen), ("whole", x, new), ("flat", x[:, :2], new[:, :2])):
        right = KNeighborsClassifier(5).fit(a, labels).score(b, digits.probe_labels)
        assert np.atleast_1d(found[name])[0] == pytest.approx(right, abs=0.004)  # equal distances may vote otherwise


def test_two_learned_directions_beat_the_principal_ones(found: dict[str, NDArray[np.float64]]) -> None:
    assert found["flat"][1:3].min() > found["flat"][0]
