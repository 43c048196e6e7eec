"""Iris, and what metric-learn 0.7.0 made of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris

from lossviz.classic import Matrix, Pairs

DATA = Path(__file__).parent.parent / "data" / "classic.json"


@pytest.fixture(scope="session")
def iris() -> tuple[Matrix, Any]:
    """150 points [150, 4], each column with mean 0 and standard deviation 1, and their labels."""
    x, y = load_iris(return_X_y=True)
    return (x - x.mean(0)) / x.std(0), y


@pytest.fixture(scope="session")
def reference() -> dict[str, Any]:
    return json.loads(DATA.read_text())  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def given(reference: dict[str, Any]) -> Pairs:
    """Sixty similar and sixty dissimilar pairs of iris."""
    return Pairs(*(np.array(reference["pairs"][kind]) for kind in ("similar", "dissimilar")))


@pytest.fixture(scope="session")
def few(given: Pairs) -> Pairs:
    """The first twenty of each."""
    return Pairs(given.similar[:20], given.dissimilar[:20])
