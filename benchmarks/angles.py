"""ArcFace's table 3 on the built-in digits: seeds enter, the angles of class vectors and of classes leave, in degrees.

    python -m benchmarks.angles --seeds 0-4

In three dimensions, where ten margins of 0.5 rad have room and features are not projected. Per loss mean and standard
deviation over the seeds, of the 1,000 probe digits in the last frame. Deng et al. 2019, table 3.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.seeds import seeds
from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import train
from lossviz.frame import Frame

LOSSES = ("normalized_softmax", "arcface", "intra", "inter", "triplet")
DIM = 3
Rows = NDArray[np.float64]


def main() -> None:
    """Trains every loss with every seed and prints one row a measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=seeds, default=range(5))
    asked = parser.parse_args()
    labels = load("mnist5k").probe_labels
    last = {loss: [ending(loss, seed) for seed in asked.seeds] for loss in LOSSES}
    print("| degrees | " + " | ".join(catalog.losses()[loss].name for loss in LOSSES) + " |")
    print("|---" * (len(LOSSES) + 1) + "|")
    for name, measure in MEASURES.items():
        cells = [spread([measure(frame, labels) for frame in frames]) for frames in last.values()]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def ending(loss: str, seed: int) -> Frame:
    """The last frame of a run."""
    return list(train(catalog.resolve(loss=loss, dim=DIM, seed=seed)))[-1]


def spread(values: list[float | None]) -> str:
    """ "14.3 ± 0.5", or a dash for a loss without class vectors."""
    known = [value for value in values if value is not None]
    if not known:
        return "–"
    deviation = statistics.stdev(known) if len(known) > 1 else 0.0
    return f"{statistics.mean(known):.1f} ± {deviation:.1f}"


def units(rows: Rows) -> Rows:
    """The rows brought to length 1."""
    found: Rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found


def angles(cosines: Rows) -> Rows:
    """Degrees."""
    return np.degrees(np.arccos(np.clip(cosines, -1, 1)))


def centres(frame: Frame, labels: NDArray[np.uint8]) -> Rows:
    """The mean direction of each class, unit length."""
    points = units(frame.points.astype(float))
    return units(np.stack([points[labels == k].mean(0) for k in np.unique(labels)]))


def nearest(directions: Rows) -> float:
    """Mean angle to the nearest other direction."""
    between = angles(directions @ directions.T)
    np.fill_diagonal(between, np.inf)
    return float(between.min(1).mean())


def to_centre(frame: Frame, labels: NDArray[np.uint8]) -> float | None:
    """Between a class vector and the centre of its class."""
    if frame.vectors is None:
        return None
    own = units(frame.vectors[:, 0].astype(float)) * centres(frame, labels)
    return float(angles(own.sum(1)).mean())


def apart(frame: Frame, labels: NDArray[np.uint8]) -> float | None:
    """Between a class vector and the nearest other one."""
    return None if frame.vectors is None else nearest(units(frame.vectors[:, 0].astype(float)))


def within(frame: Frame, labels: NDArray[np.uint8]) -> float:
    """Between a digit and the centre of its class."""
    own = units(frame.points.astype(float)) * centres(frame, labels)[labels]
    return float(angles(own.sum(1)).mean())


def between(frame: Frame, labels: NDArray[np.uint8]) -> float:
    """Between a class's centre and the nearest other one."""
    return nearest(centres(frame, labels))


MEASURES: dict[str, Callable[[Frame, NDArray[np.uint8]], float | None]] = {
    "vector to centre (W-EC)": to_centre,
    "between vectors (W-Inter)": apart,
    "within classes (Intra)": within,
    "between centres (Inter)": between,
}


if __name__ == "__main__":
    main()
