"""`python -m benchmarks.gpu`: what a CUDA device does: accuracies against the CPU's, speed, what frames cost.

Exits with 0 when every check holds, 1 when one does not, and 2 without a device. It prints one line a check:

accuracy: softmax and arcface end within TOLERANCE of the CPU's kNN accuracy. stop: a run heeds Stop within 60 ms.
resume: a run goes on from a checkpoint to within the same accuracy; a GPU adds in an order of its own, so not to the
same bits. speed: samples a second of the engine and of a loop that draws no frames; frames may cost a tenth.
together: runs that share the device, each in a process of its own, and their speeds in sum over that of one.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from itertools import count

import torch

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import recorded, train
from lossviz.engine.trainer import Trainer
from lossviz.frame import CHECKPOINT, HEAD, Tape
from lossviz.recipe import Recipe

TOLERANCE = 0.015
LOSSES = ("softmax", "arcface")
STOP_SECONDS = 0.06
FRAMES_MAY_COST = 0.1

Check = tuple[str, bool]


def accuracy(recipe: Recipe, start: bytes | None = None) -> tuple[float, list[bytes]]:
    """The final kNN accuracy of a run, and its checkpoints."""
    entries = list(recorded(recipe, 1, start))
    kept = [entry[HEAD.size :] for entry in entries if entry[:4] == CHECKPOINT]
    ending = Tape.from_bytes(b"".join(e for e in entries if e[:4] != CHECKPOINT)).ending
    if ending is None or ending["readings"] is None:
        return 0.0, kept
    return float(ending["readings"]["knn_accuracy"]), kept


def accuracies(epochs: int) -> Iterator[Check]:
    """Both losses on both devices, and from the middle on."""
    for loss in LOSSES:
        recipe = catalog.resolve(loss=loss, epochs=epochs, device="cuda")
        there, kept = accuracy(recipe)
        here, _ = accuracy(recipe.but(device="cpu"))
        again, _ = accuracy(recipe, kept[len(kept) // 2])
        yield f"accuracy, {loss}: {there:.1%} on the GPU, {here:.1%} on the CPU", there > here - TOLERANCE
        yield f"resume, {loss}: {again:.1%} from the middle on, {there:.1%} whole", abs(again - there) <= TOLERANCE


def stop() -> Check:
    """How long a run trains on after it was told to stop."""
    answers, told = count(), [0.0]

    def heed() -> bool:
        if next(answers) < 100:
            return True
        torch.cuda.synchronize()
        told[0] = time.perf_counter()
        return False

    list(recorded(catalog.resolve(loss="arcface", device="cuda"), heed=heed))
    took = time.perf_counter() - told[0]
    return f"stop: {1000 * took:.0f} ms (goal {1000 * STOP_SECONDS:.0f})", took <= STOP_SECONDS


def bare(recipe: Recipe) -> None:
    """The engine's own steps without frames."""
    trainer = Trainer(recipe, load(recipe.data))
    for _ in range(trainer.steps):
        trainer.backward()
        trainer.update()
    torch.cuda.synchronize()


def framed(recipe: Recipe) -> None:
    """A run as the app does it."""
    for frame in train(recipe):
        frame.pack()


def rate(work: Callable[[Recipe], None], recipe: Recipe) -> float:
    """Samples a second."""
    start = time.perf_counter()
    work(recipe)
    return catalog.steps_of(recipe) * recipe.batch_size / (time.perf_counter() - start)


def speed(epochs: int, batch: int) -> Check:
    """Samples a second with and without frames, after a first run that warms up."""
    recipe = catalog.resolve(loss="arcface", epochs=epochs, batch_size=batch, device="cuda")
    rate(bare, recipe.but(epochs=1))
    rates = [(rate(bare, recipe), rate(framed, recipe)) for _ in range(3)]
    plain, whole = sorted(rates, key=lambda pair: pair[1] / pair[0])[1]
    line = f"speed, batch {batch}: {plain:,.0f} samples/s without frames, {whole:,.0f} with, ratio {whole / plain:.2f}"
    return line, whole / plain >= 1 - FRAMES_MAY_COST


def own(epochs: int) -> float:
    """The speed of one run in this process."""
    recipe = catalog.resolve(loss="arcface", epochs=epochs, device="cuda")
    framed(recipe.but(epochs=1))
    return rate(framed, recipe)


def together(runs: int, epochs: int) -> Check:
    """Several processes on one device."""
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1) as pool:
        alone = pool.map(own, [epochs], chunksize=1)[0]
    with spawn.Pool(runs) as pool:
        shared = sum(pool.map(own, [epochs] * runs, chunksize=1))
    return f"together: {runs} runs do {shared / alone:.2f} times the samples of one", shared >= alone


def checks(epochs: int, runs: int) -> Iterator[Check]:
    """Every check in turn."""
    yield from accuracies(epochs)
    yield stop()
    for batch in (128, 2048):
        yield speed(epochs, batch)
    yield together(runs, epochs)


def main() -> int:
    """Prints one line a check."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--epochs", type=int, default=20)
    options.add_argument("--runs", type=int, default=3)
    asked = options.parse_args()
    if not torch.cuda.is_available():
        print("There is no CUDA device here.")
        return 2
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    failed = 0
    for line, holds in checks(asked.epochs, asked.runs):
        print(f"{'ok  ' if holds else 'FAIL'} {line}", flush=True)
        failed += not holds
    print(f"most memory used: {torch.cuda.max_memory_allocated() / 2**20:.0f} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
