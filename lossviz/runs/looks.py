"""Where a picture shows three of many dimensions: a keyframe and a feature enter, its neighbours in all leave."""

from __future__ import annotations

import gzip
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.checkpoint import Checkpoint
from lossviz.geometry.nearest import Floats, Kind, class_means, class_values, nearest, predicted
from lossviz.pack import Pack
from lossviz.runs.keyframes import Keyframes, leg_at
from lossviz.runs.run import Run
from lossviz.runs.store import Store

NEIGHBOURS = 10
PACKS_IN_MEMORY = 4


class Looks:
    """Neighbours and classes of a feature, at a run's keyframes."""

    def __init__(self, store: Store) -> None:
        self.keyframes = Keyframes(store.checkpoints)
        self._labels = lru_cache(PACKS_IN_MEMORY)(lambda digest: labels_of(store.pack(digest)))

    def of_point(self, run: Run, n: int, point: int) -> dict[str, Any] | None:
        """Those of a point of the probe set at the keyframe nearest to frame `n`, with its step.

        None where there is no keyframe, or no such point.
        """
        found = self.keyframes.at(run, n)
        if found is None or point >= len(found[1].embedding):
            return None
        place, kept = found
        look = self.of(run, kept, kept.embedding[point].astype(np.float64), without=point)
        return {"n": place.n, "step": place.step, **look}

    def of(self, run: Run, kept: Checkpoint, at: Floats, without: int | None = None) -> dict[str, Any]:
        """Those of a feature (d,) at this keyframe."""
        return look(kept, self._labels(str(run.header["pack"])), leg_at(run.header, kept.step), at, without)


def look(
    kept: Checkpoint,
    labels: NDArray[np.uint8] | None,
    leg: Mapping[str, Any],
    at: Floats,
    without: int | None = None,
) -> dict[str, Any]:
    """{"metric", "neighbours": [{"point", "value"}], "classes": {"kind", "to", "values", "best"} or None}.

    leg: how the loss is drawn. Classes are told by the loss's class vectors, else by the means of the probe set.
    """
    embedding = kept.embedding.astype(np.float64)
    points, values = nearest(at, embedding, leg["metric"], NEIGHBOURS, without)
    near = [{"point": int(point), "value": float(value)} for point, value in zip(points, values, strict=True)]
    return {"metric": leg["metric"], "neighbours": near, "classes": classes(kept, labels, leg, at)}


def classes(
    kept: Checkpoint, labels: NDArray[np.uint8] | None, leg: Mapping[str, Any], at: Floats
) -> dict[str, Any] | None:
    """How near each class is, as `ui/js/neighbours.js` tells it of a frame; None without class vectors and labels."""
    if kept.vectors is not None and leg["scores"]:
        return told(at, kept.vectors.astype(np.float64), kept.bias, "cosine" if leg["scores"] == "cosine" else "score")
    if labels is None:
        return None
    trained = len(leg["classes"]) - leg.get("strangers", 0)
    means = class_means(kept.embedding.astype(np.float64), labels, trained, leg["metric"])
    return told(at, means[:, None], None, "cosine" if leg["metric"] == "cosine" else "distance", to="mean")


def told(
    at: Floats, vectors: Floats, bias: NDArray[np.float32] | None, kind: Kind, to: str = "vector"
) -> dict[str, Any]:
    """The classes' values by these vectors (C, K, d), None for a class that has none, and the nearest class."""
    values = class_values(at, vectors, bias if kind == "score" else None, kind)
    known = [float(value) if math.isfinite(value) else None for value in values]
    return {"kind": kind, "to": to, "values": known, "best": predicted(values, kind)}


def labels_of(packed: bytes | None) -> NDArray[np.uint8] | None:
    """The labels (P,) of a gzipped data pack."""
    return None if packed is None else Pack.from_bytes(gzip.decompress(packed)).labels
