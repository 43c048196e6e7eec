"""Projections as a worker answers them: places, what they keep, and what is refused in one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lossviz.engine.studies.projection import answer
from lossviz.params import Refusal

GIVEN = {"own": "own-x", "metric": "euclidean", "seed": 0, "perplexity": 10.0, "neighbours": 8, "distance": 0.1}


def blobs(n: int, dim: int) -> dict[str, NDArray[Any]]:
    """Three far apart classes of points."""
    chance = np.random.default_rng(0)
    labels = np.arange(n, dtype=np.uint8) % 3
    middles = 20 * np.eye(max(3, dim))[:3, :dim]
    return {"features": middles[labels] + chance.normal(size=(n, dim)), "labels": labels}


def asked(method: str, n: int = 90, dim: int = 8, **settings: Any) -> tuple[dict[str, NDArray[Any]], list[str]]:
    phases: list[str] = []
    found = answer({**GIVEN, "method": method, **settings}, blobs(n, dim), lambda phase, share: phases.append(phase))
    return found, list(dict.fromkeys(phases))


def test_pca_shows_the_two_directions_of_most_variance() -> None:
    found, _ = asked("pca")
    features = blobs(90, 8)["features"]
    spreads = np.linalg.svd(features - features.mean(0), compute_uv=False) ** 2
    assert float(found["share"]) == pytest.approx(spreads[:2].sum() / spreads.sum())
    places = found["places"][0] * found["scale"][0]
    assert places.var(0) * 90 == pytest.approx(spreads[:2], rel=1e-3)


def test_tsne_keeps_classes_apart_and_says_how_far_it_is() -> None:
    found, phases = asked("tsne")
    assert found["votes"][1] == 1.0
    assert phases == ["projections.phase_tsne", "projections.phase_measure"]


def test_umap_compiles_first_and_gives_its_epochs() -> None:
    found, phases = asked("umap")
    assert phases == [f"projections.phase_{name}" for name in ("compile", "neighbours", "umap", "measure")]
    assert found["places"].shape == (13, 90, 2)
    assert [int(found["epochs"][at]) for at in (0, -1)] == [0, 500]
    assert found["votes"][1] == 1.0
    again, _ = asked("umap")
    assert (again["places"] == found["places"]).all()


@pytest.mark.parametrize("dim", [2, 3])
def test_two_and_three_dimensions_are_not_projected(dim: int) -> None:
    found, _ = asked("umap", dim=dim)
    assert found["places"][0] * found["scale"][0] == pytest.approx(blobs(90, dim)["features"], abs=1e-3)


def test_cosines_see_no_lengths() -> None:
    longer = blobs(90, 8)
    longer["features"] = longer["features"] * np.linspace(1, 9, 90)[:, None]
    settings = {**GIVEN, "method": "pca", "metric": "cosine"}
    found, stretched = (answer(settings, data, lambda *_: None)["places"] for data in (blobs(90, 8), longer))
    assert (found == stretched).all()


@pytest.mark.parametrize(
    ("method", "settings", "sentence"),
    [
        ("tsne", {"perplexity": 90.0}, "The perplexity must be below the number of points, 90, got 90"),
        ("umap", {"neighbours": 90}, "UMAP's neighbours must be fewer than the points, 90, got 90"),
        ("pca", {"n": 11}, "A projection needs at least 12 points, got 11"),
    ],
)
def test_what_cannot_be_projected_is_refused_in_one_sentence(
    method: str, settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        asked(method, **settings)
    assert str(refused.value) == sentence
