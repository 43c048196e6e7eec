"""Against metric-learn 0.7.0 on iris: equal metrics where they are exact, as good an objective elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from lossviz.classic import Matrix, Pairs, itml, lmnn, mmc, nca, transform
from lossviz.classic.lmnn import pull_and_push, targets
from lossviz.classic.mmc import objective
from lossviz.classic.nca import agreement

Iris = tuple[Matrix, Any]


@pytest.mark.parametrize("case", [0, 1])
def test_itml_gives_the_same_metric(case: int, iris: Iris, few: Pairs, reference: dict[str, Any]) -> None:
    right = reference["itml"][case]
    found = itml(iris[0], few, gamma=right["gamma"], bounds=right["bounds"], sweeps=1000, tol=1e-11)
    np.testing.assert_allclose(found, right["metric"], atol=1e-8)


def test_mmc_reaches_its_objective(iris: Iris, given: Pairs, reference: dict[str, Any]) -> None:
    right = reference["mmc"]
    assert objective(np.array(right["metric"]), iris[0], given) == pytest.approx(right["objective"])
    reached = objective(mmc(iris[0], given), iris[0], given)
    assert right["objective"] * 0.99 < reached < right["objective"] * (1 + 1e-6)


def test_lmnn_reaches_its_objective(iris: Iris, reference: dict[str, Any]) -> None:
    x, y = iris
    wanted = targets(x, y, 3)
    reached = pull_and_push(lmnn(x, y, 2), x, y, wanted)[0]
    assert reached <= pull_and_push(np.array(reference["lmnn"]["map"]), x, y, wanted)[0] * 1.001


def test_lmnn_classifies_as_well(iris: Iris, reference: dict[str, Any]) -> None:
    x, y = iris
    seen = transform(x, lmnn(x, y, 2))
    right = cross_val_score(KNeighborsClassifier(3), seen, y, cv=LeaveOneOut()).mean()
    assert right >= reference["lmnn"]["accuracy"] - 1 / len(y)


def test_nca_means_the_same_by_its_objective(iris: Iris, reference: dict[str, Any]) -> None:
    right = reference["nca"]
    assert agreement(np.array(right["map"]), *iris) == pytest.approx(right["objective"], abs=1e-8)


def test_nca_reaches_its_objective(iris: Iris, reference: dict[str, Any]) -> None:
    assert agreement(nca(*iris, 2, steps=200), *iris) > reference["nca"]["objective"] - 1e-3
