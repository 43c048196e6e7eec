"""Four runs beside each other: nothing enters; their time against half the sum of their single times leaves.

    python -m benchmarks.parallel [--one-core]

The built-in digits, 20 epochs, two workers, through the hub as the compare page does it. A single run has its frames
made on the core that nobody uses; with --one-core each run makes its own, so that single and together are the same
work on as many cores. Run it on a quiet machine.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Generator
from pathlib import Path
from typing import Any

from lossviz import catalog
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Run, Store
from lossviz.runs.cluster import Cluster
from lossviz.runs.worker import ENGINE

LOSSES = ("softmax", "cosface", "arcface", "triplet_semihard")
WORKERS, ROUNDS, GOAL = 2, 3, 1.15
VISITOR = "a" * 32
PATIENCE = 600.0


def main() -> None:
    """Measures and prints one line a round."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--one-core", action="store_true", help="no run has a core beside its own")
    engine = "benchmarks.parallel:on_one_core" if options.parse_args().one_core else ENGINE
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        hub = Hub(Store(Path(folder)), lambda hub: Cluster(hub, WORKERS, engine))
        hub.start()
        try:
            until(lambda: hub.health()["workers"] == WORKERS)
            took(hub, [recipe(loss, 1000) for loss in LOSSES])  # warms both workers and the processes beside them
            for n in range(ROUNDS):
                single = [took(hub, [recipe(loss, 1001 + 2 * n)]) for loss in LOSSES]
                together = took(hub, [recipe(loss, 1002 + 2 * n) for loss in LOSSES])
                ratio = together / (sum(single) / WORKERS)
                alone = ", ".join(f"{seconds:.1f}" for seconds in single)
                print(f"single {alone} s; four at once {together:.1f} s; ratio {ratio:.2f}, goal {GOAL}", flush=True)
        finally:
            hub.close()


def on_one_core(*given: Any, **settings: Any) -> Generator[bytes]:
    """The engine where no core ever counts as idle: a run's frames are made between its own steps."""
    from lossviz.engine import darkroom, recorded

    darkroom.ENOUGH = math.inf
    return recorded(*given, **settings)


def devices() -> list[str]:
    """A worker asks the engine's module for these."""
    from lossviz import engine

    found: list[str] = engine.devices()
    return found


def recipe(loss: str, seed: int) -> Recipe:
    """The usual live run of a loss."""
    return catalog.resolve(loss=loss, seed=seed)


def took(hub: Hub, recipes: list[Recipe]) -> float:
    """Seconds until all of these runs have finished."""
    began = time.perf_counter()
    runs: list[Run] = [hub.submit(each, VISITOR) for each in recipes]
    until(lambda: all(run.state == "finished" for run in runs))
    return time.perf_counter() - began


def until(true: object) -> None:
    """Waits until it is true."""
    assert callable(true)
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise SystemExit("no end within ten minutes")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
