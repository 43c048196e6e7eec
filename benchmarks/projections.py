"""`python -m benchmarks.projections`: nothing enters; what a projection of 10,000 × 64 points costs is printed.

A fresh process is what a fresh worker is; the second round finds everything compiled. CPU seconds, and on the clock.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence

import numpy as np

from lossviz.catalog.projections import DEFAULTS, METHODS, of_method
from lossviz.engine.studies.projection import answer

CLASSES = 20


def main(argv: Sequence[str] | None = None) -> None:
    """Projects a mixture of Gaussians twice by each method, and prints a row each."""
    parser = argparse.ArgumentParser(prog="benchmarks.projections", description=__doc__)
    parser.add_argument("--points", type=int, default=10_000)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--methods", default=",".join(METHODS))
    asked = parser.parse_args(argv)
    material = mixture(asked.points, asked.dim)
    print(f"{asked.points} x {asked.dim}, load {os.getloadavg()[0]:.1f}")
    print("| method | round | CPU s | s | trustworthiness (15) | continuity | kNN overlap |")
    print("|---|---|---|---|---|---|---|")
    for method in asked.methods.split(","):
        for turn in ("first", "second"):
            cpu, clock = time.process_time(), time.perf_counter()
            given = {"own": "mixture", **of_method(method, DEFAULTS)}
            found = answer(given, material, lambda phase, share: None)
            spent = f"{time.process_time() - cpu:.1f} | {time.perf_counter() - clock:.1f}"
            at = found["ks"].tolist().index(15)
            kept = " | ".join(f"{found[name][at]:.3f}" for name in ("trustworthiness", "continuity", "overlap"))
            print(f"| {method} | {turn} | {spent} | {kept} |", flush=True)


def mixture(n: int, dim: int) -> dict[str, np.ndarray]:
    """Points of twenty classes, each round its own middle."""
    chance = np.random.default_rng(0)
    labels = chance.integers(0, CLASSES, n).astype(np.uint8)
    middles = 2 * chance.normal(size=(CLASSES, dim))
    return {"features": (middles[labels] + chance.normal(size=(n, dim))).astype(np.float32), "labels": labels}


if __name__ == "__main__":
    main()
