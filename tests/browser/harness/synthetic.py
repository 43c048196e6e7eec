"""Runs without training: a shape and a number of frames enter, a tape of points that gather leaves."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from functools import cache

import numpy as np

from lossviz.frame import FRAME, GLANCE, Frame, Tape, ending_record, header_record, record
from lossviz.pack import Pack

CLASSES, STEPS, EPOCHS = 10, 620, 20
POINTS, FRAMES = int(os.environ.get("HARNESS_POINTS", "1000")), int(os.environ.get("HARNESS_FRAMES", "40"))
COSINE = {"scores": "cosine", "metric": "cosine", "view": "circle"}
LINEAR = {"scores": "linear", "metric": "euclidean", "view": "plane"}
ISLANDS = {"scores": None, "metric": "euclidean", "view": "plane"}
KINDS = {"cosine": COSINE, "linear": LINEAR, "islands": ISLANDS}
KINDS |= {"sphere": COSINE, "space": LINEAR, "projected": COSINE, "fork": LINEAR}
FORKED = {
    "parent": {"key": "0" * 32, "step": 302},
    "legs": [
        {"from": 0, "loss": "arcface", **COSINE, "margin": {"knob": "m", "measure": "angle", "value": 0.3}},
        {"from": 302, "loss": "softmax", **LINEAR, "margin": None},
    ],
}
"""A run that went on with another loss after its frame 19."""
CHANGES = ((302, "Step 302: loss ArcFace → Softmax."),)
SOLID = {"sphere", "space", "projected"}
"""Kinds with three coordinates; "projected" says that they stand for sixteen."""
PULLED = 120
"""Digits at the head of the list that are pulled, but for "islands", an old tape without."""


@cache
def pack() -> bytes:
    """A thousand drawn bars, one height per class."""
    labels = (np.arange(POINTS) % CLASSES).astype(np.uint8)
    images = np.zeros((POINTS, 28, 28), np.uint8)
    for k in range(CLASSES):
        images[labels == k, 24 - 2 * k : 26, 11:17] = 255
    names = tuple(str(k) for k in range(CLASSES))
    ids = np.arange(3000, 3000 + POINTS, dtype=np.uint32)
    return Pack(ids=ids, labels=labels, images=images, classes=names).to_bytes()


def key(name: str) -> str:
    """The key of the run called "cosine-0": kind and seed."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def digest() -> str:
    return hashlib.sha256(pack()).hexdigest()[:32]


@cache
def tape(kind: str, seed: int = 0, points: int = POINTS) -> Tape:
    """Forty frames in which every class goes from a common cloud to its own place."""
    rng = np.random.default_rng(seed)
    labels = np.arange(points) % CLASSES
    ends = _ends(kind, rng)
    start, noise = rng.normal(size=(points, len(ends[0]))), rng.normal(size=(points, len(ends[0]))) * 0.45
    frames = [_frame(kind, n, labels, ends, start, noise) for n in range(FRAMES)]
    header = {
        "version": 1, "key": key(f"{kind}-{seed}"), "attempt": 1,
        "recipe": {"knobs": {"m": 0.3, "s": 16.0, "blend": 0.5}, "dim": 16 if kind == "projected" else len(ends[0])},
        "pack": digest(), **KINDS[kind],
        "margin": {"knob": "m", "measure": "angle", "value": 0.3} if KINDS[kind] is COSINE else None,
        "classes": [str(k) for k in range(CLASSES)], "steps": STEPS, "epochs": EPOCHS, "frames": FRAMES,
        "floor": 0.18 if kind == "cosine" else None,
        **({} if kind == "islands" else {"pulled": list(range(PULLED))[:points]}),
        **({"projected": True} if kind == "projected" else {}), **(FORKED if kind == "fork" else {}),
    }  # fmt: skip
    ending = {"state": "finished", "step": STEPS, "readings": None, "seconds": 5.0, "cpu_seconds": 5.0, "limit": 6.0}
    return Tape(header=header, packed=tuple(f.pack() for f in frames), ending={**ending, "code": None, "fields": {}})


def _ends(kind: str, rng) -> np.ndarray:  # type: ignore[no-untyped-def, type-arg]
    """Where the classes go: around a circle, on two circles of islands, or over a sphere from north to south."""
    if kind in SOLID:
        heights = 1 - (2 * np.arange(CLASSES) + 1) / CLASSES
        angles = np.arange(CLASSES) * np.pi * (3 - 5**0.5)
        rims = np.sqrt(1 - heights**2)
        return 4 * np.stack([rims * np.cos(angles), rims * np.sin(angles), heights], 1)
    angles = 2 * np.pi * (np.arange(CLASSES) + 0.35 * rng.random(CLASSES)) / CLASSES
    reach = 4 if kind != "islands" else (2 + np.arange(10) % 2 * 2)[:, None]
    return np.stack([np.cos(angles), np.sin(angles)], 1) * reach


def _frame(kind: str, n: int, labels, ends, start, noise) -> Frame:  # type: ignore[no-untyped-def]
    share = n / (FRAMES - 1)
    points = start * (1 - share) + (ends[labels] + noise) * share
    centres = np.stack([points[labels == k].mean(0) for k in range(CLASSES)])
    readings = {"loss": 2.3 * (1 - share) + 0.4, "knn_accuracy": 0.3 + 0.65 * share, "recall_at_1": 0.3 + 0.6 * share}
    readings |= {
        "nearest_mean_accuracy": 0.2 + 0.7 * share,
        "own_angle": 1.2 - 1.1 * share,
        "other_angle": 0.4 + 0.2 * share,
    }
    if kind == "projected":
        readings["variance_shown"] = 0.614
    learned = kind != "islands"
    return Frame(
        n=n, step=round(share * STEPS), epoch=share * EPOCHS, points=points, readings=readings,
        vectors=(ends * 0.3)[:, None, :] if learned else None, bias=np.zeros(CLASSES) if learned else None,
        centres=None if learned else centres,
        pull=((ends[labels] - points) * 0.01)[:PULLED] if learned else None,
    )  # fmt: skip


def glance(n: int, steps: int) -> bytes:
    """A look at a run on circles that many steps after its frame n - 1, with the points of frame n."""
    frame = Frame.unpack(tape("cosine").packed[n])
    before = Frame.unpack(tape("cosine").packed[n - 1])
    return record(GLANCE, replace(frame, n=before.n, step=before.step + steps).pack())


def records(kind: str, seed: int = 0, points: int = POINTS) -> list[bytes]:
    """The records of a run as the socket sends them: header, frames, ending."""
    whole = tape(kind, seed, points)
    return [header_record(whole.header), *(record(FRAME, p) for p in whole.packed), ending_record(whole.ending or {})]
