"""Points as a picture: features with labels enter; a tape of a single frame and the pack of its labels leave."""

from __future__ import annotations

import hashlib
import json

import numpy as np
from numpy.typing import NDArray

from lossviz import limits
from lossviz.frame import Frame, Tape
from lossviz.own.points import Floats, Points
from lossviz.pack import DIGEST_LENGTH, Pack, digest

DRAWN = 3
K = 5
CANDIDATES = 4 * K
"""Neighbours taken from rounded distances, among which exact ones choose."""
BLOCK = 2**20
UNIT = 1e-3
MEASURED_SEED = 0

Indices = NDArray[np.int64]


def pack_of(points: Points) -> bytes:
    """The labels, with the rows of the file as ids; there are no images."""
    none = np.zeros((len(points.labels), 0, 0), np.uint8)
    return Pack(ids=points.rows, labels=points.labels, images=none, classes=points.classes).to_bytes()


def tape_of(points: Points) -> Tape:
    """The tape: as they are in two or three dimensions, on the first three principal axes in more."""
    features, dim = points.features, points.features.shape[1]
    coordinates, share = drawn(features)
    readings = {**accuracies(features, points.labels, len(points.classes)), "variance_shown": share}
    centres = means(coordinates, points.labels, len(points.classes))
    frame = Frame(n=0, step=0, epoch=0.0, points=coordinates, centres=centres, readings=readings).pack()
    told = {"file": points.file, "dim": dim, "points": len(features), "all": points.all}
    name = hashlib.sha256(json.dumps([told, points.classes]).encode() + frame + points.labels.tobytes())
    far = np.linalg.norm(features.astype(np.float64), axis=1) if dim <= DRAWN else np.zeros(1)
    directions = bool(np.allclose(far, 1, atol=UNIT))
    header = {
        "version": 1,
        "key": name.hexdigest()[:DIGEST_LENGTH],
        "attempt": 1,
        "own": told,
        "recipe": {"dim": dim, "knobs": {}},
        "pack": digest(pack_of(points)),
        "classes": list(points.classes),
        "steps": 0,
        "epochs": 0,
        "frames": 1,
        "projected": dim > DRAWN,
        "scores": None,
        "metric": "cosine" if directions else "euclidean",
        "view": "circle" if directions else "plane",
        "margin": None,
        "floor": None,
    }
    ending = {"state": "finished", "step": 0, "readings": None, "seconds": 0.0, "cpu_seconds": 0.0}
    return Tape(header=header, packed=(frame,), ending={**ending, "limit": width(frame), "code": None, "fields": {}})


def width(frame: bytes) -> float:
    """Half the width of the view; never nothing, or equal points would have no picture."""
    return Frame.unpack(frame).half_width or 1.0


def drawn(features: Floats) -> tuple[Floats, float]:
    """Coordinates (n, min(d, 3)), and the share of the variance that they show."""
    if features.shape[1] <= DRAWN:
        return features, 1.0
    centred = features - features.mean(0, dtype=np.float64)
    _, spreads, directions = np.linalg.svd(centred.T @ centred, hermitian=True)
    share = float(spreads[:DRAWN].sum() / spreads.sum()) if spreads.sum() > 0 else 1.0
    return (centred @ directions[:DRAWN].T).astype(np.float32), share


def means(coordinates: Floats, labels: NDArray[np.uint8], classes: int) -> Floats:
    """Class means (C, d); NaN for a class of which no point is drawn."""
    sums = np.zeros((classes, coordinates.shape[1]))
    np.add.at(sums, labels, coordinates)
    with np.errstate(invalid="ignore"):
        return (sums / np.bincount(labels, minlength=classes)[:, None]).astype(np.float32)


def accuracies(features: Floats, labels: NDArray[np.uint8], classes: int) -> dict[str, float]:
    """The readings, in all dimensions: neighbours without the point itself, means from the other half, angles.

    Neighbours are sought for 2,000 points at most, among all of them.
    """
    precise, asked = features.astype(np.float64), measured(len(features))
    own, other = angles(precise, labels, classes)
    precise -= precise.mean(0)  # distances stay, and small ones far from the origin keep their digits
    nearest = labels[neighbours(precise, asked)]
    votes = np.stack([(nearest == k).sum(1) for k in range(classes)], 1)
    return {
        "nearest_mean_accuracy": by_means(precise, labels, classes),
        "knn_accuracy": float((votes.argmax(1) == labels[asked]).mean()),
        "recall_at_1": float((nearest[:, 0] == labels[asked]).mean()),
        "own_angle": own,
        "other_angle": other,
    }


def measured(n: int) -> Indices:
    """The points whose neighbours are sought: all, or a fixed random choice."""
    if n <= limits.MOST_MEASURED:
        return np.arange(n)
    return np.random.default_rng(MEASURED_SEED).permutation(n)[: limits.MOST_MEASURED]


def neighbours(features: NDArray[np.float64], asked: Indices) -> Indices:
    """The nearest points of each one asked for, at most five, nearest first, and never the point itself.

    features (n, d): about the origin. The quick form ‖a‖² + ‖b‖² − 2ab chooses candidates, differences order them.
    """
    squares, k = np.einsum("nd,nd->n", features, features), min(K, len(features) - 1)
    some = min(CANDIDATES, len(features) - 1)
    found = []
    rows = max(1, BLOCK // len(features))
    for first in range(0, len(asked), rows):
        block = asked[first : first + rows]
        away = squares - 2 * features[block] @ features.T
        away[np.arange(len(block)), block] = np.inf
        near = np.argpartition(away, some - 1, axis=1)[:, :some]
        exact = ((features[near] - features[block][:, None]) ** 2).sum(2)
        found.append(np.take_along_axis(near, np.argsort(exact, axis=1, kind="stable")[:, :k], 1))
    return np.concatenate(found)


def angles(features: NDArray[np.float64], labels: NDArray[np.uint8], classes: int) -> tuple[float, float]:
    """Mean angle (radians) to the mean direction of the own class, and to the nearest of the others.

    A vector of length 0 is at a right angle to all, as in `lossviz.analysis`.
    """
    directions = np.stack([unit(features[labels == k]).sum(0) for k in range(classes)])
    cosines = features @ unit(directions).T / lengths(features)
    away = np.arccos(np.clip(cosines, -1, 1))
    own = np.arange(classes) == labels[:, None]
    return float(away[own].mean()), float(np.where(own, np.inf, away).min(1).mean())


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same directions at length 1; zeros stay."""
    return vectors / lengths(vectors)


def lengths(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lengths (n, 1); 1 for a vector of zeros, which stays one when it is divided by it."""
    found = np.sqrt(np.einsum("nd,nd->n", vectors, vectors))[:, None]
    return np.where(found > 0, found, 1)


def by_means(features: NDArray[np.float64], labels: NDArray[np.uint8], classes: int) -> float:
    """The share of points nearest to the mean of their own class, each half with the means of the other."""
    right = 0
    for half in (0, 1):
        centres = means64(features[1 - half :: 2], labels[1 - half :: 2], classes)
        away = np.stack([((features[half::2] - centre) ** 2).sum(1) for centre in centres], 1)
        right += int((np.nan_to_num(away, nan=np.inf).argmin(1) == labels[half::2]).sum())
    return right / len(labels)


def means64(features: NDArray[np.float64], labels: NDArray[np.uint8], classes: int) -> NDArray[np.float64]:
    """Class means (C, d) in full precision; NaN for a class without points."""
    members = [features[labels == k] for k in range(classes)]
    return np.stack([some.mean(0) if len(some) else np.full(features.shape[1], np.nan) for some in members])
