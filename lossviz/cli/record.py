"""`python -m lossviz record`: nothing enters, one recorded run a loss leaves, as it is shipped with the app.

<key>.tape          the default live run of a loss, seed 0, and of two losses one on the sphere
<digest>.pack.gz    the probe digits they show
index.json          {loss: key}, on the sphere {loss-3: key}
"""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from tqdm import tqdm

from lossviz import catalog
from lossviz.cli.written import whole_file
from lossviz.datasets import load, pack_of
from lossviz.engine import recorded
from lossviz.pack import digest, zipped
from lossviz.recipe import Recipe

RECORDED = Path(__file__).parent.parent / "recorded"
INDEX = "index.json"
ON_SPHERE = ("arcface", "softmax")


def command(asked: Namespace) -> int:
    """Records every shipped run anew and removes the tapes and packs of earlier recipes."""
    folder = RECORDED if asked.to is None else Path(asked.to)
    recipes = shipped()
    kept = {INDEX}
    for recipe in tqdm(recipes.values(), unit="run", disable=None):
        kept |= write(recipe, folder)
    index = json.dumps({loss: recipe.key for loss, recipe in recipes.items()}, indent=2) + "\n"
    with whole_file(folder / INDEX) as file:
        file.write(index.encode())
    for path in stale(folder, kept):
        path.unlink()
    return 0


def shipped() -> dict[str, Recipe]:
    """What is recorded, by its name in the index."""
    usual = {loss: catalog.resolve(loss=loss) for loss in catalog.losses()}
    return usual | {f"{loss}-3": catalog.resolve(loss=loss, dim=3) for loss in ON_SPHERE if loss in usual}


def write(recipe: Recipe, folder: Path) -> set[str]:
    """Writes one run's tape and its data pack; returns their file names."""
    pack = pack_of(load(recipe.data))
    files = {f"{digest(pack)}.pack.gz": [zipped(pack)], f"{recipe.key}.tape": recorded(recipe, checkpoints=False)}
    for name, parts in files.items():
        with whole_file(folder / name) as file:
            file.writelines(parts)
    return set(files)


def stale(folder: Path, kept: set[str]) -> list[Path]:
    """Tapes and packs in the folder that are not among those kept."""
    found = [path for kind in ("*.tape", "*.pack.gz") for path in folder.glob(kind)]
    return [path for path in found if path.name not in kept]
