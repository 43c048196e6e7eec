"""`python -m benchmarks.seeds --loss arcface --seeds 0-9`: how well and how fast a loss trains over seeds.

Every run is a command of its own, `python -m lossviz train … --json`, so that its CPU seconds include the imports.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from lossviz import catalog


def one(loss: str, seed: int, settings: Sequence[str]) -> dict[str, Any]:
    """The JSON object of one run."""
    command = [sys.executable, "-m", "lossviz", "train", "--loss", loss, "--seed", str(seed), "--json"]
    command += [part for setting in settings for part in ("--set", setting)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def seeds(written: str) -> range:
    """ "0-9" as the seeds 0 … 9, "3" as that one."""
    first, _, last = written.partition("-")
    return range(int(first), int(last or first) + 1)


def row(loss: str, runs: Sequence[dict[str, Any]]) -> str:
    """One line of the table: kNN accuracy and CPU seconds over the runs."""
    accuracies = [run["readings"]["knn_accuracy"] for run in runs]
    spent = [run["cpu_seconds"] for run in runs]
    knn = f"{statistics.median(accuracies):.1%} | {min(accuracies):.1%} | {max(accuracies):.1%}"
    return f"| {loss} | {len(runs)} | {knn} | {statistics.median(spent):.1f} | {max(spent):.1f} |"


def main() -> None:
    """Prints a table with one line a loss."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--loss", action="append", choices=list(catalog.losses()), help="all losses by default")
    options.add_argument("--seeds", type=seeds, default=seeds("0-9"))
    options.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = options.parse_args()
    print("| loss | seeds | kNN median | least | most | CPU s median | most |")
    print("|---|---|---|---|---|---|---|")
    for loss in asked.loss or catalog.losses():
        print(row(loss, [one(loss, seed, asked.set) for seed in asked.seeds]), flush=True)


if __name__ == "__main__":
    main()
