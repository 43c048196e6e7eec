"""Points of many dimensions as a picture: they enter with a method, places in the plane and measures of them leave.

given: `recipe` or `own`, whose points they are, `digits` and `points` as in `embeddings`, all three for the name of the
question alone; `method` and `seed`; `metric`, "loss" for that of the run; `perplexity` of t-SNE; `neighbours` and
`distance` (min_dist) of UMAP.
material: `features` (N, d) and `labels` (N,); else a run's weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.analysis.faithfulness import Matrix, faithfulness
from lossviz.engine.metric import metric_of
from lossviz.engine.studies import embeddings
from lossviz.engine.studies.projectors import METHODS
from lossviz.engine.studying import Arrays, Tell
from lossviz.params import Refusal
from lossviz.recipe import Recipe

DRAWN = 3
"""Dimensions that are drawn as they are."""

KS = (5, 15, 50)
"""Sizes of the neighbourhoods that are compared."""

FEWEST = 12
"""Points with fewer have no neighbourhoods to speak of: k = 5 must be below half of them."""

UNIT = 1e-3
FINEST = 32767


@dataclass(frozen=True)
class Seen:
    """Points (N, d) in the metric's space: of length 1 for cosines, as they are for distances. `metric`: which."""

    points: Matrix
    metric: str


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> dict[str, NDArray[Any]]:
    """places: int16 (F, N, 2 or 3) of F moments, `scale` (F,) of each, `epochs` (F,) when they were.

    ks (K,), with trustworthiness, continuity, overlap (K,) of the last moment; votes (2,): accuracy of 5 neighbours,
    before and after; share: of the variance that is shown, by PCA; metric: its name. Raises Refusal.
    """
    if "features" not in material:
        material = embeddings.answer(given, material, tell)
    labels = material["labels"]
    if len(labels) < FEWEST:
        raise Refusal("projections.few", n=len(labels), low=FEWEST)
    features = material["features"].astype(np.float64)
    seen = seen_by(given, features)
    method = given["method"] if seen.points.shape[1] > DRAWN else "as_is"
    found = METHODS[method](features if method == "as_is" else seen.points, given, tell)
    ks = [k for k in KS if 2 * k < len(labels)]
    tell("projections.phase_measure", 0.0)
    last = found.moments[-1].astype(np.float64)
    measured = faithfulness(
        last if method == "as_is" else seen.points,
        last,
        labels,
        ks,
        lambda share: tell("projections.phase_measure", share),
    )
    places, scale = rounded(found.moments, centred=method != "as_is")
    return {
        "places": places,
        "scale": scale,
        "epochs": np.array(found.epochs, np.int32),
        "ks": np.array(ks),
        "trustworthiness": measured.trustworthiness,
        "continuity": measured.continuity,
        "overlap": measured.overlap,
        "votes": np.array(measured.votes),
        "share": np.array(found.share),
        "metric": np.array(seen.metric),
    }


def seen_by(given: Mapping[str, Any], features: Matrix) -> Seen:
    """The points as the metric sees them. Points of one's own that all have length 1 are compared by cosines."""
    lengths = np.linalg.norm(features, axis=1, keepdims=True)
    metric = given["metric"]
    if metric == "loss" and "recipe" in given:
        metric = metric_of(Recipe.from_json(given["recipe"]))
    elif metric == "loss":
        metric = "cosine" if np.allclose(lengths, 1, atol=UNIT) else "euclidean"
    if metric == "euclidean":
        return Seen(features, metric)
    return Seen(features / np.where(lengths > 0, lengths, 1), metric)


def rounded(moments: list[NDArray[Any]], *, centred: bool) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """Places as whole numbers, about the middle if `centred`, and the size of one of them, moment by moment."""
    about = [moment - (moment.max(0) + moment.min(0)) / 2 if centred else moment for moment in moments]
    scales = [float(np.abs(moment).max()) / FINEST or 1.0 for moment in about]
    whole = [np.rint(moment / scale).astype(np.int16) for moment, scale in zip(about, scales, strict=True)]
    return np.stack(whole), np.array(scales, np.float32)
