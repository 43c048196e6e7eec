"""Where a trained run puts its digits, in all dimensions: a recipe and its final weights enter, features leave.

given: `recipe`; `digits`, "probe" (never trained on) or "train"; `points`, how many of them at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.datasets.digits import spread_evenly
from lossviz.engine.studying import Arrays, Tell
from lossviz.engine.trained import trained


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> dict[str, NDArray[Any]]:
    """features (N, d), of which the longest has length 1, and the `length` that it had; labels, rows (N,): which
    digits of the set; all: how many there are. Every class keeps its share."""
    tell("projections.phase_embeddings", None)
    run = trained(given["recipe"], material)
    images, labels = {
        "probe": (run.digits.probe_images, run.digits.probe_labels),
        "train": (run.digits.train_images, run.digits.train_labels),
    }[given["digits"]]
    rows = np.sort(spread_evenly(labels, given["points"]))
    features = run.features(images[rows]).numpy()
    length = float(np.linalg.norm(features, axis=1).max()) or 1.0
    return {
        "features": (features / length).astype(np.float16),
        "length": np.array(length, np.float32),
        "labels": labels[rows],
        "rows": rows.astype(np.uint32),
        "all": np.array(len(labels)),
    }
