"""Files to try an upload with: nothing enters; an npz of small shapes and a csv of three clouds leave."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
from numpy.typing import NDArray

EACH = 60
SIDE = 28
SHAPES = ("circle", "cross", "square")
SEED = 0


@cache
def images() -> bytes:
    """An npz file: `images` (180, 28, 28) of circles, crosses and squares, and their names as `labels`."""
    chance = np.random.default_rng(SEED)
    drawn = np.stack([_shape(name, chance) for name in SHAPES for _ in range(EACH)])
    out = io.BytesIO()
    np.savez_compressed(out, images=drawn, labels=np.repeat(SHAPES, EACH))
    return out.getvalue()


@cache
def points() -> bytes:
    """A csv file: `x`, `y` and a `label`, three clouds of sixty points, two of which touch."""
    chance = np.random.default_rng(SEED)
    centres = {"a": (0.0, 0.0), "b": (2.5, 0.5), "c": (-1.0, 4.0)}
    lines = ["x,y,label"]
    for label, centre in centres.items():
        lines += [f"{x:.3f},{y:.3f},{label}" for x, y in chance.normal(centre, 0.8, (EACH, 2))]
    return "\n".join(lines).encode()


def _shape(name: str, chance: np.random.Generator) -> NDArray[np.uint8]:
    """One shape in white lines, of random size and place, with soft edges."""
    radius, (x, y) = chance.uniform(5, 9), chance.uniform(11, 17, 2)
    down, across = np.mgrid[:SIDE, :SIDE]
    right, low = np.abs(across - x), np.abs(down - y)
    away = {
        "circle": np.abs(np.hypot(right, low) - radius),
        "square": np.abs(np.maximum(right, low) - radius),
        "cross": np.where(np.maximum(right, low) <= radius, np.abs(right - low) / np.sqrt(2), SIDE),
    }[name]
    soft: NDArray[np.uint8] = (255 * np.clip(2 - away, 0, 1)).astype(np.uint8)
    return soft
