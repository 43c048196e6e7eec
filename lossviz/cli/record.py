"""`python -m lossviz record`: nothing enters; one recorded run a loss, and what other pages open with, leave.

<key>.tape          the default live run of a loss, seed 0, and of two losses one on the sphere
                    and those of `lossviz.catalog.studied`
<digest>.npz        what is asked about these
<digest>.pack.gz    the probe digits they show
index.json          {loss: key}, on the sphere {loss-3: key}, studied {name: key}
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from tqdm import tqdm

from lossviz import catalog
from lossviz.arrays import pack as arrays_packed
from lossviz.catalog.studied import Studied, studied
from lossviz.checkpoint import Checkpoint
from lossviz.cli.written import whole_file
from lossviz.datasets import load, pack_of
from lossviz.engine import recorded
from lossviz.engine.studying import answered
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.pack import digest, zipped
from lossviz.recipe import Recipe
from lossviz.runs.keyframes import material
from lossviz.runs.studies import Question

RECORDED = Path(__file__).parent.parent / "recorded"
INDEX = "index.json"
ANSWER = ".npz"
ON_SPHERE = ("arcface", "softmax")


def command(asked: Namespace) -> int:
    """Records every shipped run anew, or those that are `missing`, and removes what is left of earlier recipes."""
    folder = RECORDED if asked.to is None else Path(asked.to)
    recipes = shipped()
    questions: dict[str | None, list[Question]] = defaultdict(list)
    for study in studied():
        questions[None if study.recipe is None else study.recipe.key] += questions_of(study)
    kept = {INDEX, *(answer_file(question) for each in questions.values() for question in each)}
    for recipe in tqdm(recipes.values(), unit="run", disable=None):
        kept |= write(recipe, questions[recipe.key], folder, missing=asked.missing)
    for question in questions[None]:
        if not (asked.missing and (folder / answer_file(question)).exists()):
            answer(question, {}, folder)
    index = json.dumps({loss: recipe.key for loss, recipe in recipes.items()}, indent=2) + "\n"
    with whole_file(folder / INDEX) as file:
        file.write(index.encode())
    for path in stale(folder, kept):
        path.unlink()
    return 0


def shipped() -> dict[str, Recipe]:
    """What is recorded, by its name in the index."""
    usual = {loss: catalog.resolve(loss=loss) for loss in catalog.losses()}
    on_sphere = {f"{loss}-3": catalog.resolve(loss=loss, dim=3) for loss in ON_SPHERE if loss in usual}
    return usual | on_sphere | {study.name: study.recipe for study in studied() if study.recipe}


def questions_of(study: Studied) -> list[Question]:
    """What is asked about a studied run, or about nothing."""
    about = {} if study.recipe is None else {"recipe": study.recipe.to_json()}
    return [Question(kind=a.kind, given={**about, **a.more}, version=a.version) for a in study.asked]


def answer_file(question: Question) -> str:
    """The name of the file with its answer."""
    return f"{question.digest}{ANSWER}"


def write(recipe: Recipe, questions: list[Question], folder: Path, *, missing: bool) -> set[str]:
    """Writes one run's tape, its data pack and the answers about it; returns the names of tape and pack."""
    pack = pack_of(load(recipe.data))
    files = {f"{recipe.key}.tape", f"{digest(pack)}.pack.gz"}
    wanted = {*files, *map(answer_file, questions)}
    if missing and all((folder / name).exists() for name in wanted):
        return files
    records = list(recorded(recipe))
    with whole_file(folder / f"{digest(pack)}.pack.gz") as file:
        file.write(zipped(pack))
    with whole_file(folder / f"{recipe.key}.tape") as file:
        file.writelines(record for record in records if record[:4] != CHECKPOINT)
    last = [record for record in records if record[:4] == CHECKPOINT][-1]
    for question in questions:
        answer(question, material(Checkpoint.unpack(last[HEAD.size :])), folder)
    return files


def answer(question: Question, about: Mapping[str, NDArray[Any]], folder: Path) -> None:
    """Writes the answer to a question; `about`: the run's weights and class vectors."""
    arrays = answered(question.kind, question.given, about, lambda *_: None)
    with whole_file(folder / answer_file(question)) as file:
        file.write(arrays_packed(arrays))


def stale(folder: Path, kept: set[str]) -> list[Path]:
    """Tapes, answers and packs in the folder that are not among those kept."""
    found = [path for kind in ("*.tape", "*.npz", "*.pack.gz") for path in folder.glob(kind)]
    return [path for path in found if path.name not in kept]
