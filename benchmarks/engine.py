"""`python -m benchmarks.engine`: the engine against a bare training loop, as a ratio of speeds.

The bare loop has the same network, loss, optimiser and batches, taken from one tensor of ready images, and draws no
frames. The two alternate in one process, since the speed of a shared machine drifts.
"""

from __future__ import annotations

import os
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable

import torch

from lossviz import catalog
from lossviz.datasets import load, normalised
from lossviz.engine import train
from lossviz.engine.trainer import Trainer, batches
from lossviz.recipe import Recipe

GOAL = 0.75


def bare(recipe: Recipe) -> None:
    """Trains without readings, frames, shifts or checks, on images normalised beforehand."""
    parts = Trainer(recipe, load(recipe.data))
    images, chosen = normalised(parts.images), batches(recipe, parts.labels)
    moves = torch.optim.AdamW(parts.parameters, lr=recipe.lr, fused=True)
    for step in range(parts.steps):
        batch = next(chosen)
        parts.loss.advance(step / parts.steps, step)
        value = parts.loss(parts.embedder(images[batch]), parts.labels[batch])
        moves.zero_grad(set_to_none=True)
        value.backward()
        moves.step()


def engine(recipe: Recipe) -> None:
    """Trains as the app does: all frames, packed for the socket."""
    for frame in train(recipe):
        frame.pack()


def seconds(work: Callable[[Recipe], None], recipe: Recipe) -> float:
    """CPU seconds of one run, which a busy neighbour disturbs less than the clock on the wall."""
    start = time.process_time()
    work(recipe)
    return time.process_time() - start


def main() -> None:
    """Prints each pair of runs, the median ratio, and how busy the machine was."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--loss", default="arcface", choices=list(catalog.losses()))
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--epochs", type=int, default=20)
    asked = options.parse_args()
    recipe = catalog.resolve(loss=asked.loss, epochs=asked.epochs)
    torch.set_num_threads(1)
    bare(recipe.but(epochs=1))
    ratios = []
    for turn in range(asked.rounds):
        plain, whole = seconds(bare, recipe), seconds(engine, recipe)
        ratios.append(plain / whole)
        print(f"round {turn + 1}: bare {plain:.2f} s, engine {whole:.2f} s, ratio {ratios[-1]:.2f}")
    load_average = os.getloadavg()[0]
    print(f"{asked.loss}: median ratio {statistics.median(ratios):.2f} (goal {GOAL}), load average {load_average:.1f}")


if __name__ == "__main__":
    main()
