"""`python -m benchmarks.stress noise --seeds 0-2`: what pages under "Stress" show, over seeds, as a Markdown table.

noise: 30 % of the labels wrong; sub-center ArcFace finds them by the valley of its angles, ArcFace is trained anew on
the rest. imbalance: a long tail of 100 : 1; one margin for all classes against margins by class size.
"""

from __future__ import annotations

import statistics
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.seeds import seeds
from lossviz import strain
from lossviz.catalog.stress import cleaned, imbalanced, noisy
from lossviz.checkpoint import Checkpoint
from lossviz.engine import recorded
from lossviz.engine.studying import answered
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.recipe import Recipe
from lossviz.runs.keyframes import material
from lossviz.runs.run import payload

Arrays = Mapping[str, NDArray[Any]]
Row = Mapping[str, float]

RAREST = 3


def trained(recipe: Recipe, kind: str = "") -> tuple[dict[str, float], Arrays]:
    """The final readings of a run, and the answer to the question of this kind about it."""
    records = list(recorded(recipe))
    readings: dict[str, float] = payload(records[-1])["readings"]
    if not kind:
        return readings, {}
    last = [record for record in records if record[:4] == CHECKPOINT][-1]
    kept = material(Checkpoint.unpack(last[HEAD.size :]))
    return readings, answered(kind, {"recipe": recipe.to_json()}, kept, lambda *_: None)


def noise(seed: int, settings: Mapping[str, Any]) -> dict[str, Row]:
    """Accuracy on clean test digits by class vector of each run, and what the cleaning is worth."""
    softmax, arcface, subcenter = noisy(seed=seed, **settings).recipes
    found = {"softmax": trained(softmax)[0], "ArcFace": trained(arcface)[0]}
    found["sub-center ArcFace"], angles = trained(subcenter, "subcentres")
    rows: dict[str, Row] = {name: {"accuracy": readings["class_vector_accuracy"]} for name, readings in found.items()}
    valley = float(angles["valley"][0])
    dropped = _to_dominant(angles) > valley  # nothing where there is no valley
    if dropped.any():
        readings, _ = trained(cleaned(subcenter, strain.packed(dropped)))
        rows["ArcFace, cleaned"] = {"accuracy": readings["class_vector_accuracy"]}
    wrong = angles["given"] != angles["true"]
    hits = float((dropped & wrong).sum())
    left = float(wrong[~dropped].mean())
    rows["cleaning"] = {
        "valley": valley,
        "precision": hits / max(1, int(dropped.sum())),
        "recall": hits / max(1, int(wrong.sum())),
        "left": left,
    }
    return rows


def _to_dominant(angles: Arrays) -> NDArray[Any]:
    chosen = angles["dominant"][angles["given"]]
    return np.asarray(angles["angles"][np.arange(len(chosen)), chosen])


def imbalance(seed: int, settings: Mapping[str, Any]) -> dict[str, Row]:
    """Share of test digits told right: of the rarest three classes, each of them, and over all; and what is gained."""
    fixed, dynamic = map(_by_class, imbalanced(seed=seed, **settings).recipes)
    gained = {measure: dynamic[measure] - fixed[measure] for measure in ("rarest three", "all classes")}
    return {"fixed margin": fixed, "dynamic margin": dynamic, "dynamic − fixed": gained}


def _by_class(recipe: Recipe) -> Row:
    _, found = trained(recipe, "per_class")
    right = np.diag(found["confusion"]) / found["confusion"].sum(1)
    rarest = np.argsort(found["sizes"], kind="stable")[:RAREST]
    each = {f"class {c} (n = {found['sizes'][c]})": float(right[c]) for c in sorted(rarest)}
    room = {"room of the rarest": float(found["room"][rarest].mean())}
    return {**each, "rarest three": float(right[rarest].mean()), "all classes": float(right.mean()), **room}


ASKED: Mapping[str, Callable[[int, Mapping[str, Any]], dict[str, Row]]] = {"noise": noise, "imbalance": imbalance}
DEGREES = ("valley", "room of the rarest")


def lines(per_seed: Iterable[Mapping[str, Row]]) -> Iterable[str]:
    """One line a run and measure: mean, standard deviation, least and most over the seeds."""
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for rows in per_seed:
        for name, row in rows.items():
            for measure, value in row.items():
                values[name, measure].append(value)
    for (name, measure), found in values.items():
        write = "{:.1f}°".format if measure in DEGREES else "{:.1%}".format
        spread = statistics.stdev(found) if len(found) > 1 else 0.0
        numbers = [write(value) for value in (statistics.mean(found), spread, min(found), max(found))]
        yield f"| {' | '.join([name, measure, *numbers])} |"


def main() -> None:
    """Prints the table."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("page", choices=list(ASKED))
    options.add_argument("--seeds", type=seeds, default=seeds("0-2"))
    options.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a number, as centres=1")
    asked = options.parse_args()
    pairs = [setting.partition("=") for setting in asked.set]
    settings = {name: int(value) if value.isdigit() else float(value) for name, _, value in pairs}
    print("| | | mean | s.d. | least | most |\n|---|---|---|---|---|---|")
    for line in lines([ASKED[asked.page](seed, settings) for seed in asked.seeds]):
        print(line)


if __name__ == "__main__":
    main()
