"""Wrong labels on screen: a run's angles and a threshold enter; what the board draws, and the cleaned set, leave."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import catalog, strain
from lossviz.catalog.stress import cleaned
from lossviz.geometry import cleaning
from lossviz.pack import Pack, digest, zipped
from lossviz.recipe import Knob, Recipe
from lossviz.runs import Run, hub
from lossviz.ui.boards.noise import VALLEY
from lossviz.ui.study import Arrays

PARTED = 0.75
"""The best F from which a threshold parts wrong labels from right ones; with 30 % wrong, all suspect: 0.46."""
ONE_PLACE = math.radians(5)
"""From the nearest vector of another class, on average: a margin of any use asks for more."""


def to_dominant(found: Arrays) -> NDArray[np.float64]:
    """Degrees (N,) to the dominant sub-centre of each digit's label."""
    return cleaning.to_dominant(found["angles"], found["given"], found["dominant"])


def valley_of(found: Arrays) -> float | None:
    """Where the angles part, in degrees; None where they are one heap."""
    here = float(found["valley"][0])
    return None if math.isnan(here) else here


def suspects(found: Arrays, threshold: Knob) -> NDArray[np.bool_]:
    """Which digits (N,) lie beyond the threshold: degrees, or the valley; nobody where there is none."""
    beyond = valley_of(found) if threshold == VALLEY else float(threshold)
    return np.zeros(len(found["given"]), bool) if beyond is None else to_dominant(found) > beyond


def best_f(found: Arrays) -> float:
    """The best F that any threshold reaches, against the true labels; 0 where none is wrong."""
    angles, wrong = to_dominant(found), found["given"] != found["true"]
    farthest = np.argsort(-angles, kind="stable")
    hits = np.cumsum(wrong[farthest])
    last = np.append(np.diff(angles[farthest]) != 0, True)  # a threshold takes all digits of one angle or none
    f = 2 * hits / (np.arange(1, len(hits) + 1) + max(1, wrong.sum()))
    return float(f[last].max())


def cleaned_run(run: Run, dropped: NDArray[np.bool_]) -> Recipe:
    """ArcFace on the digits of this run that are not suspect. Raises Refusal where too few are left."""
    return cleaned(run.recipe, strain.packed(dropped))


def handed(found: Arrays, run: Run) -> dict[str, Any]:
    """What the board draws, as plain values."""
    recipe, valley = run.recipe, valley_of(found)
    return {
        "angles": cleaning.tenths(found["angles"]).astype(int).tolist(),
        "dominant": found["dominant"].tolist(),
        "labels": found["given"].tolist(),
        "truth": found["true"].tolist(),
        "valley": valley,
        "pack": _pack(found, run),
        "about": {"share": round(100 * wrong_share(found)), "K": recipe.knobs["K"], "dim": recipe.dim,
                  "seed": recipe.seed},
    }  # fmt: skip


def wrong_share(found: Arrays, dropped: NDArray[np.bool_] | None = None) -> float:
    """The share of wrong labels among the digits that are not dropped."""
    wrong = found["given"] != found["true"]
    return float(wrong.mean() if dropped is None else wrong[~dropped].mean())


def _pack(found: Arrays, run: Run) -> str:
    """Keeps the small digits where browsers fetch packs, and gives back their address."""
    labels = found["given"]
    made = Pack(
        ids=np.arange(len(labels), dtype=np.uint32),
        labels=labels,
        images=found["images"],
        classes=catalog.dataset(run.recipe.data).trained,
    ).to_bytes()
    name = digest(made)
    if hub().pack(name) is None:
        hub().store.keep_pack(name, zipped(made))
    return name


def accuracies(run: Run) -> dict[str, float | None]:
    """How well a run tells the clean test digits: shares, None while it has not finished."""
    readings = run.final.get("readings") or {}
    return {kind: readings.get(name) for kind, name in READINGS.items()}


def collapsed(readings: Mapping[str, float]) -> bool:
    """Whether a run has ended with all digits in one place, so near together that even other classes' vectors are."""
    return readings.get("other_angle", math.pi) < ONE_PLACE


READINGS = {"vectors": "class_vector_accuracy", "means": "nearest_mean_accuracy"}


def trained_on(run: Run) -> int | None:
    """How many digits a run is trained on; None before it begins."""
    return sum(run.header["sizes"]) if run.header else None
