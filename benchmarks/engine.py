"""`python -m benchmarks.engine`: the engine against a bare training loop, as a ratio of speeds.

The bare loop has the same network, loss, optimiser and batches, taken from one tensor of ready images, and draws no
frames. They alternate in one process, a bare loop before and after each way of the engine, since the speed of a shared
machine drifts.

inline: frames developed between steps, by CPU seconds, which busy neighbours disturb less than the clock on the wall.
beside: frames developed in a second process on another core, by the clock on the wall, which means something on a
quiet machine only; the CPU seconds of the training thread alone are what an ideal second core would leave.
"""

from __future__ import annotations

import os
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import partial

import torch

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import train
from lossviz.engine.darkroom import Place
from lossviz.engine.optimiser import optimiser
from lossviz.engine.trainer import Trainer, batches
from lossviz.recipe import Recipe

GOALS = {"inline": 0.75, "beside": 0.95}
PLACES: tuple[Place, ...] = ("inline", "beside")


@dataclass(frozen=True)
class Spent:
    """Seconds of one run: on the wall, of the process on all cores, and of the training's own thread."""

    wall: float
    cpu: float
    thread: float


def bare(recipe: Recipe) -> None:
    """Trains without readings, frames, shifts or checks, on images normalised beforehand."""
    digits = load(recipe.data)
    parts = Trainer(recipe, digits)
    images, chosen = digits.normalised(parts.images), batches(recipe, parts.labels)
    moves = optimiser(recipe, parts.embedder, parts.loss)
    for step in range(parts.steps):
        batch = next(chosen)
        parts.loss.advance(step / parts.steps, step)
        value = parts.loss(parts.embedder(images[batch]), parts.labels[batch])
        moves.zero_grad(set_to_none=True)
        value.backward()
        moves.step()


def engine(recipe: Recipe, place: Place) -> None:
    """Trains as the app does: all frames, packed for the socket."""
    for frame in train(recipe, place=place):
        frame.pack()


def spent(work: Callable[[], None]) -> Spent:
    """What a piece of work takes."""
    wall, cpu, thread = time.perf_counter(), time.process_time(), time.thread_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu, time.thread_time() - thread)


def ratio(place: Place, plain: Spent, whole: Spent) -> float:
    """Speed of the engine over the bare loop's."""
    return plain.wall / whole.wall if place == "beside" else plain.cpu / whole.cpu


def between(before: Spent, after: Spent) -> Spent:
    """The mean of two runs."""
    return Spent(*((one + other) / 2 for one, other in zip(astuple(before), astuple(after), strict=True)))


def turn(n: int, recipe: Recipe, places: Sequence[Place]) -> dict[Place, float]:
    """One round: each way of the engine between two bare loops; prints and returns the ratios."""
    ratios: dict[Place, float] = {}
    before = spent(partial(bare, recipe))
    for place in places:
        whole, after = spent(partial(engine, recipe, place)), spent(partial(bare, recipe))
        plain, before = between(before, after), after
        ratios[place] = ratio(place, plain, whole)
        print(
            f"round {n}, {place}: {whole.cpu:.2f} s of CPU, {whole.wall:.2f} s on the wall, bare {plain.cpu:.2f} and"
            f" {plain.wall:.2f}, ratio {ratios[place]:.2f} (training thread alone: {plain.thread / whole.thread:.2f})"
        )
    return ratios


def main() -> None:
    """Prints each round, the median ratios, and how busy the machine was."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--loss", default="arcface", choices=list(catalog.losses()))
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--epochs", type=int, default=20)
    options.add_argument("--place", action="append", choices=PLACES, help="both by default")
    asked = options.parse_args()
    recipe = catalog.resolve(loss=asked.loss, epochs=asked.epochs)
    torch.set_num_threads(1)
    print(f"load average {os.getloadavg()[0]:.1f} before, on {os.cpu_count()} cores")
    bare(recipe.but(epochs=1))
    engine(recipe.but(epochs=1), "beside")  # which waits until the second process has started
    places: Sequence[Place] = asked.place or PLACES
    rounds = [turn(n + 1, recipe, places) for n in range(asked.rounds)]
    for place in places:
        median = statistics.median(ratios[place] for ratios in rounds)
        print(f"{asked.loss}, {place}: median ratio {median:.2f} (goal {GOALS[place]})")
    print(f"load average {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
