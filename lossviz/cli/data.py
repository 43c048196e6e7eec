"""`python -m lossviz data fetch`: the id of a data set enters, its files lie in their folder."""

from __future__ import annotations

from argparse import Namespace

from tqdm import tqdm

from lossviz import catalog
from lossviz.catalog.resolve import fields
from lossviz.datasets import fetch, here


def command(asked: Namespace) -> int:
    """Fetches what is missing or damaged of a set; nothing for one that is part of the app. Raises Refusal."""
    id = fields()["data"].check(asked.id, "Command line")
    if catalog.datasets()[id].here:
        print(f"{catalog.datasets()[id].name} needs no download")
    else:
        watched(id)
    return 0


def have(id: str) -> None:
    """Fetches a set unless its files are here. Raises Refusal."""
    if not (catalog.datasets()[id].here or id in here()):
        watched(id)


def watched(id: str) -> None:
    """Fetches a set with a progress bar on a terminal."""
    entry = catalog.datasets()[id]
    with tqdm(
        total=entry.megabytes * 10**6, desc=entry.name, unit="B", unit_scale=True, disable=None, leave=False
    ) as bar:
        fetch(id, lambda done: bar.update(done - bar.n))
