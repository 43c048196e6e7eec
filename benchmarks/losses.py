"""`python -m benchmarks.losses`: each loss, forward and backward, over pytorch-metric-learning's, as a ratio.

Both are called as a training loop calls them, with the same embeddings and labels, in turns in one process with one
thread, and CPU seconds are counted: the speed of a shared machine drifts. Where theirs would need more than 6 GB it is
not run, and the ratio is put down as 0.02. `--memory` measures the most memory that a loss adds at B = 1024 instead.
"""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from pytorch_metric_learning import distances, losses, miners, reducers
from torch import Tensor

from lossviz.catalog import losses as shelf
from lossviz.losses import create

CLASSES = 10
BATCHES, DIMS = (64, 256, 1024), (2, 128)
GOAL, WORST, MOST_MEMORY = 0.5, 1.3, 200
MOST_TURNS = 200
COUNTED_AS = 0.02
"""The ratio where theirs does not fit into 6 GB."""

Work = Callable[[Tensor, Tensor], Tensor]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A loss of ours with its settings beside theirs; `largest`: from what batch on theirs needs more than 6 GB."""

    ours: str
    knobs: dict[str, Any]
    theirs: Callable[[int], Work]
    too_large: int = sys.maxsize


def mined(miner: Any, loss: Any) -> Work:
    """Their loss over what their miner finds."""
    return lambda x, y: loss(x, y, miner(x, y))


def triplet_margin(margin: float, reducer: Any) -> Work:
    """Their triplet loss on plain distances."""
    loss: Work = losses.TripletMarginLoss(margin=margin, distance=plain(), reducer=reducer)
    return loss


def plain() -> Any:
    """Their Euclidean distance, which normalises unless told otherwise."""
    return distances.LpDistance(normalize_embeddings=False)


def semihard(margin: float) -> Work:
    """Their miner of all semi-hard triplets."""
    miner = miners.TripletMarginMiner(margin=margin, type_of_triplets="semihard", distance=plain())
    return mined(miner, triplet_margin(margin, reducers.MeanReducer()))


ROWS = {
    "cosface": Row(ours="cosface", knobs={}, theirs=lambda d: losses.CosFaceLoss(CLASSES, d)),
    "arcface": Row(ours="arcface", knobs={}, theirs=lambda d: losses.ArcFaceLoss(CLASSES, d)),
    "sub-center": Row(
        ours="subcenter_arcface",
        knobs={},
        theirs=lambda d: losses.SubCenterArcFaceLoss(num_classes=CLASSES, embedding_size=d),
    ),
    "infonce": Row(
        ours="infonce", knobs={"tau": 0.1}, theirs=lambda d: losses.NTXentLoss(temperature=0.1), too_large=256
    ),
    "SupCon form": Row(
        ours="infonce",
        knobs={"tau": 0.1, "denominator": "all", "reduction": "anchor"},
        theirs=lambda d: losses.SupConLoss(temperature=0.1),
    ),
    "batch-hard": Row(
        ours="triplet_batch_hard",
        knobs={"margin": 0.3},
        theirs=lambda d: mined(miners.BatchHardMiner(distance=plain()), triplet_margin(0.3, reducers.MeanReducer())),
    ),
    "batch-all": Row(
        ours="triplet_batch_all",
        knobs={"margin": 0.3},
        theirs=lambda d: triplet_margin(0.3, reducers.AvgNonZeroReducer()),
    ),
    "semi-hard (all)": Row(
        ours="triplet_semihard",
        knobs={"margin": 0.3, "distance": "euclidean", "normalize": False, "selection": "all"},
        theirs=lambda d: semihard(0.3),
    ),
    "lifted": Row(
        ours="lifted_structure",
        knobs={"margin": 1.0},
        theirs=lambda d: losses.LiftedStructureLoss(neg_margin=1, pos_margin=0, distance=plain()),
        too_large=256,
    ),
    "n-pair": Row(ours="n_pair", knobs={}, theirs=lambda d: losses.NPairsLoss()),
    "circle": Row(ours="circle", knobs={}, theirs=lambda d: losses.CircleLoss(m=0.4, gamma=80)),
}


def batch(size: int, dim: int) -> tuple[Tensor, Tensor]:
    """Embeddings near their class's own place, as after some training, and their labels."""
    chance = torch.Generator().manual_seed(0)
    labels = torch.arange(size) % CLASSES
    places = 2 * torch.randn(CLASSES, dim, generator=chance)
    return places[labels] + torch.randn(size, dim, generator=chance), labels


def ours(loss: str, dim: int, knobs: dict[str, Any]) -> Work:
    """The loss as a run makes it."""
    chance = torch.Generator().manual_seed(0)
    return create(loss, num_classes=CLASSES, embedding_dim=dim, generator=chance, **knobs)


def seconds(work: Work, embeddings: Tensor, labels: Tensor) -> float:
    """CPU seconds of one forward and one backward pass."""
    x = embeddings.clone().requires_grad_()
    start = time.process_time()
    torch.autograd.backward(work(x, labels))
    return time.process_time() - start


def pairs(first: Work, second: Work, size: int, dim: int, budget: float) -> Iterator[tuple[float, float]]:
    """Times of both in turns, for `budget` seconds and at least once, after a turn to warm up."""
    x, y = batch(size, dim)
    seconds(first, x, y), seconds(second, x, y)
    end = time.perf_counter() + budget
    for turn in range(MOST_TURNS):
        if turn and time.perf_counter() > end:
            return
        yield seconds(first, x, y), seconds(second, x, y)


def compared(row: Row, size: int, dim: int, budget: float) -> tuple[float, str]:
    """The ratio ours over theirs, and how the table says it."""
    if size >= row.too_large:
        return COUNTED_AS, f"{COUNTED_AS} (theirs over 6 GB)"
    torch.manual_seed(0)
    timed = list(pairs(ours(row.ours, dim, row.knobs), row.theirs(dim), size, dim, budget))
    our, their = (statistics.median(times) for times in zip(*timed, strict=True))
    return our / their, f"{our / their:.2f} ({1e3 * our:.2g} / {1e3 * their:.2g} ms)"


def speeds(names: Sequence[str], budget: float) -> None:
    """Prints the ratios, the worst of them and their geometric mean."""
    found = []
    print("| row | " + " | ".join(f"B {size}, d {dim}" for size in BATCHES for dim in DIMS) + " |")
    print("|---|" + "---|" * len(BATCHES) * len(DIMS))
    for name in names:
        cells = [compared(ROWS[name], size, dim, budget) for size in BATCHES for dim in DIMS]
        found += [ratio for ratio, _ in cells]
        print(f"| {name} | " + " | ".join(cell for _, cell in cells) + " |", flush=True)
    mean = math.exp(statistics.fmean(map(math.log, found)))
    print(f"geometric mean {mean:.3f} (goal {GOAL}), largest {max(found):.2f} (goal {WORST})")


def memories(names: Sequence[str]) -> None:
    """Prints the most memory that one forward and backward pass adds, each in a process of its own."""
    size = max(BATCHES)
    print(f"| loss | {' | '.join(f'MB at B {size}, d {dim}' for dim in DIMS)} |")
    print("|---|" + "---|" * len(DIMS))
    for name in names:
        added = [_asked(name, dim) for dim in DIMS]
        print(f"| {name} | {' | '.join(f'{value:.0f}' for value in added)} |", flush=True)
    print(f"goal: at most {MOST_MEMORY}")


def _asked(loss: str, dim: int) -> float:
    command = [sys.executable, "-m", "benchmarks.losses", "--measure", loss, str(dim)]
    return float(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def added(loss: str, dim: int) -> float:
    """How far one pass raises this process's peak above what it held before, in MB."""
    work = ours(loss, dim, {})
    seconds(work, *batch(16, dim))
    x, y = batch(max(BATCHES), dim)
    before = _status("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    seconds(work, x, y)
    return _status("VmHWM") - before


def _status(name: str) -> float:
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Prints the table that was asked for."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--row", action="append", choices=list(ROWS), help="all rows by default")
    options.add_argument("--seconds", type=float, default=2.0, help="for each cell of the table")
    options.add_argument("--memory", action="store_true", help="memory instead of time (Linux)")
    options.add_argument("--measure", nargs=2, metavar=("LOSS", "DIM"), help="one loss's memory, in this process")
    asked = options.parse_args()
    torch.set_num_threads(1)
    if asked.measure:
        print(added(asked.measure[0], int(asked.measure[1])))
    elif asked.memory:
        memories(list(shelf()))
    else:
        speeds(asked.row or list(ROWS), asked.seconds)


if __name__ == "__main__":
    main()
