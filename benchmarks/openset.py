"""`python -m benchmarks.openset --seeds 0-2 --dims 2,16`: digits left out of training, over seeds, as a Markdown table.

For each dimension and loss: AUC, EER and TAR@FAR = 1 % of pairs of trained digits and of pairs of digits left out,
and MAP@R of the latter among all.
"""

from __future__ import annotations

import statistics
from argparse import ArgumentParser

import numpy as np

from benchmarks.seeds import seeds
from lossviz.analysis.retrieval import per_query
from lossviz.analysis.verification import Pairs, curve, numbers
from lossviz.catalog.openset import LEFT_OUT, LOSSES, openset
from lossviz.checkpoint import Checkpoint
from lossviz.engine import recorded
from lossviz.engine.studies.verification import Looked, look
from lossviz.engine.trained import trained
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.geometry.pairs import every_pair, similarities
from lossviz.recipe import Recipe
from lossviz.runs.keyframes import material

HEADS = ("trained: AUC", "EER", "TAR@1 %", "left out: AUC", "EER", "TAR@1 %", "MAP@R")


def measured(recipe: Recipe) -> list[float]:
    """The numbers of one run, in the order of HEADS."""
    last = [record for record in recorded(recipe) if record[:4] == CHECKPOINT][-1]
    looked = look(trained(recipe.to_json(), material(Checkpoint.unpack(last[HEAD.size :]))), LEFT_OUT)
    found = [value for group in ("trained", "unseen") for value in _verified(looked, looked.of(group))]
    return [*found, float(per_query(looked.features, looked.labels, looked.strange, looked.metric)[:, 3].mean())]


def _verified(looked: Looked, rows: np.ndarray) -> list[float]:
    first, second = every_pair(len(rows))
    features, labels = looked.features[rows], looked.labels[rows]
    scores = similarities(features, features, looked.metric)[first, second]
    pairs = Pairs(scores=scores, same=labels[first] == labels[second], first=first, second=second)
    auc, eer, _, tar, _ = numbers(curve(pairs))
    return [float(auc), float(eer), float(tar)]


def main() -> None:
    """Prints the table, a line as soon as it is known."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--seeds", type=seeds, default=seeds("0-2"))
    options.add_argument("--dims", default="2,16")
    asked = options.parse_args()
    print(f"| d | loss | {' | '.join(HEADS)} |\n|{'---|' * (2 + len(HEADS))}")
    for dim in map(int, asked.dims.split(",")):
        for n, loss in enumerate(LOSSES):
            found = [measured(openset(dim=dim, seed=seed).recipes[n]) for seed in asked.seeds]
            cells = [_cell(values) for values in zip(*found, strict=True)]
            print(f"| {dim} | {loss} | {' | '.join(cells)} |", flush=True)


def _cell(values: tuple[float, ...]) -> str:
    """Mean and standard deviation over the seeds, in per cent."""
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{100 * statistics.mean(values):.1f} ± {100 * spread:.1f}"


if __name__ == "__main__":
    main()
