"""Kills what runs depend on, and counts: workers, the web process, a foreign scheduler. Every run must still end once.

    python -m benchmarks.chaos [--times 10] [worker] [server] [scheduler]

Runs that go on from a checkpoint are compared, frame by frame and in their final readings, with undisturbed ones.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import psutil

from lossviz import catalog
from lossviz.frame import Tape
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Run, Store
from lossviz.runs.cluster import Cluster
from lossviz.runs.scheduler import Foreign
from tests.dasks import Dasks

LOSSES = ("arcface", "softmax", "center", "triplet_semihard")
EPOCHS = 3
PATIENCE = 300.0
ORPHANS = 15.0
SCHEDULER_KILLS, SCHEDULER_RUNS = 3, 20
VISITORS = (f"{n:032x}" for n in itertools.count(1))


def main() -> int:
    """Runs what was asked for; 0 if nothing was lost, doubled or different."""
    if sys.argv[1:2] == ["serve"]:
        return serve(Path(sys.argv[2]), [int(seed) for seed in sys.argv[3:]])
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos")
    parser.add_argument("what", nargs="*", default=[*KILLS])
    parser.add_argument("--times", type=int, default=10)
    asked = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        results = [KILLS[what](Path(folder), asked.times) for what in asked.what]
    return 0 if all(results) else 1


def recipe(seed: int, epochs: int = EPOCHS) -> Recipe:
    """A short run; the losses take turns."""
    return catalog.resolve(loss=LOSSES[seed % len(LOSSES)], seed=seed, epochs=epochs)


def kill_workers(folder: Path, times: int) -> bool:
    """kill -9 of the only worker at a random frame; its run fails, and goes on from its checkpoint."""
    hub = Hub(Store(folder / "workers"), lambda hub: Cluster(hub, 1), lonely=math.inf)
    slowest, same, finished = 0.0, 0, 0
    for seed in range(times):
        run = hub.submit(recipe(seed), next(VISITORS))
        wanted = random.randint(11, 45)
        until(lambda run=run, wanted=wanted: run.frames >= wanted or not run.live)  # type: ignore[misc]
        kill(workers_below(os.getpid()))
        slowest = max(slowest, until(lambda run=run: not run.live))  # type: ignore[misc]
        until(lambda: hub.health()["workers"] == 1)
        again = hub.revive(run.key, next(VISITORS)) or run
        until(lambda again=again: not again.live)  # type: ignore[misc]
        finished += again.state == "finished"
        same += told(again) == undisturbed(seed)
    hub.close()
    print(f"worker kill: {times} killed, told within {slowest:.2f} s, {finished} finished of {times} submitted")
    print(f"resume equivalence: {same}/{times} seeds to the same bits", flush=True)
    return finished == same == times


def kill_servers(folder: Path, times: int) -> bool:
    """kill -9 of the process with the hub at a random moment; the next one goes on with what is unfinished."""
    home, orphans, digests = folder / "servers", 0, dict[str, str]()
    kept = 0
    for seed in range(times):
        process = server(home, range(seed + 1))
        time.sleep(random.uniform(0.0, 3.0))
        below = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        process.wait()
        _, alive = psutil.wait_procs(below, ORPHANS)
        orphans += len(alive)
        now = finished_digests(home)
        kept += all(now.get(key) == digest for key, digest in digests.items())
        digests = now
    last = server(home, range(times))
    until(lambda: last.poll() is not None)
    same = sum(told(read(home, recipe(seed).key)) == undisturbed(seed) for seed in range(times))
    finished = len(finished_digests(home))
    print(f"server kill: {times} killed, {orphans} orphans, finished tapes kept their digests {kept}/{times},")
    print(f"    {finished} finished of {times} submitted, {same}/{times} to the same bits", flush=True)
    return finished == same == kept == times and orphans == 0


def kill_schedulers(folder: Path, times: int) -> bool:
    """kill -9 of a foreign scheduler; its workers end with it, and both are started again a moment later."""
    dasks = Dasks(made(folder / "dasks"))
    hub = Hub(Store(folder / "cluster"), lambda hub: Cluster(hub, Foreign(dasks.address)), lonely=math.inf)
    begin(dasks)
    hub.start()
    until(lambda: hub.health()["workers"] == 2)
    runs = [hub.submit(recipe(seed, epochs=1), next(VISITORS)) for seed in range(SCHEDULER_RUNS)]
    slowest = 0.0
    for kills in range(SCHEDULER_KILLS):
        share = (1 + kills) * SCHEDULER_RUNS // (SCHEDULER_KILLS + 2)
        until(lambda share=share: sum(not run.live for run in runs) >= share)  # type: ignore[misc]
        dasks.kill_scheduler()
        slowest = max(slowest, until(lambda: hub.trouble))
        dasks.close()
        begin(dasks)
    until(lambda: not any(run.live for run in runs))
    hub.store.flush()
    hub.close()
    dasks.close()
    finished = sum(run.state == "finished" and numbered(run) for run in runs)
    print(f"scheduler kill: {SCHEDULER_KILLS} killed, banner within {slowest:.1f} s, "
          f"{finished} finished once of {len(runs)} submitted", flush=True)  # fmt: skip
    return finished == len(runs) and slowest < 10.0


KILLS: dict[str, Callable[[Path, int], bool]] = {
    "worker": kill_workers, "server": kill_servers, "scheduler": kill_schedulers,
}  # fmt: skip


def serve(home: Path, seeds: list[int]) -> int:
    """Stands for the web process: goes on with what is unfinished, begins what is new, and says when it trains."""
    hub = Hub(Store(home), lambda hub: Cluster(hub, 1), lonely=math.inf)
    runs = [hub.revive(recipe(seed).key, next(VISITORS)) or hub.submit(recipe(seed), next(VISITORS)) for seed in seeds]
    until(lambda: any(run.state == "running" and run.frames for run in runs) or not any(run.live for run in runs))
    print("training", flush=True)
    until(lambda: not any(run.live for run in runs))
    hub.store.flush()
    hub.close()
    return 0


def server(home: Path, seeds: range) -> subprocess.Popen[str]:
    """A process that serves these runs, once it trains."""
    command = [sys.executable, "-m", "benchmarks.chaos", "serve", str(home), *map(str, seeds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def begin(dasks: Dasks) -> None:
    """A scheduler with two workers."""
    dasks.start_scheduler()
    dasks.start_worker()
    dasks.start_worker()


def read(home: Path, key: str) -> Run:
    """A run from its tape."""
    return Run.from_tape(key, Tape.from_bytes(Store(home).tape(key) or b""))


def finished_digests(home: Path) -> dict[str, str]:
    """The sha256 of every tape that has its whole run, by key."""
    files = {file.stem: file.read_bytes() for file in (home / "tapes").glob("*.tape")}
    whole = {
        key: data for key, data in files.items() if (Tape.from_bytes(data).ending or {}).get("state") == "finished"
    }
    return {key: hashlib.sha256(data).hexdigest() for key, data in whole.items()}


def told(run: Run) -> tuple[list[bytes], str]:
    """A run's frames and its final readings."""
    return run.records[1:-1], json.dumps(run.final.get("readings"), sort_keys=True)


@cache
def undisturbed(seed: int) -> tuple[list[bytes], str]:
    """What a run tells that nothing happens to."""
    from lossviz.engine import recorded

    run = Run(recipe(seed))
    run.records = list(recorded(run.recipe, checkpoints=False))
    return told(run)


def numbered(run: Run) -> bool:
    """Whether every frame is there, once."""
    tape = Tape.from_bytes(b"".join(run.records))
    return [frame.n for frame in tape.frames()] == list(range(int(run.header["frames"])))


def workers_below(process: int) -> list[psutil.Process]:
    """The worker processes of a hub on this machine."""
    return [
        child for child in psutil.Process(process).children(recursive=True) if "spawn_main" in " ".join(command(child))
    ]


def command(process: psutil.Process) -> list[str]:
    """How it was started; nothing of one that has just ended."""
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []


def kill(processes: list[psutil.Process]) -> None:
    """kill -9."""
    for process in processes:
        process.kill()


def made(folder: Path) -> Path:
    """The folder, which is there from now on."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> float:
    """Waits until something is so; how many seconds that took. Raises TimeoutError."""
    started = time.monotonic()
    while not true():
        if time.monotonic() - started > seconds:
            raise TimeoutError(f"it did not happen within {seconds:.0f} s")
        time.sleep(0.005)
    return time.monotonic() - started


if __name__ == "__main__":
    sys.exit(main())
