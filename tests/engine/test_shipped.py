"""The tapes that come with the app are those of today's live recipes, and whole."""

from __future__ import annotations

import gzip
import json
from functools import cache

import pytest

from lossviz import catalog
from lossviz.cli.record import RECORDED, shipped
from lossviz.datasets import load, pack_of
from lossviz.frame import Tape
from lossviz.pack import Pack, digest
from lossviz.recipe import Recipe

LARGEST = 165_000  # bytes a dimension


@cache
def index() -> dict[str, str]:
    found: dict[str, str] = json.loads((RECORDED / "index.json").read_text())
    return found


def test_there_is_one_of_each_loss_and_no_other() -> None:
    assert index() == {name: recipe.key for name, recipe in shipped().items()}
    assert set(catalog.losses()) < set(index())
    assert {path.stem for path in RECORDED.glob("*.tape")} == set(index().values())


@pytest.mark.parametrize("name", shipped())
def test_it_is_whole_and_small(name: str) -> None:
    data = (RECORDED / f"{index()[name]}.tape").read_bytes()
    tape = Tape.from_bytes(data)
    assert len(data) <= LARGEST * shipped()[name].dim
    assert Recipe.from_json(tape.header["recipe"]) == shipped()[name]
    assert [frame.n for frame in tape.frames()] == list(range(tape.header["frames"]))
    assert tape.ending is not None
    assert tape.ending["state"] == "finished"
    assert tape.ending["readings"]["knn_accuracy"] > 0.9


def test_their_pack_is_that_of_the_built_in_digits() -> None:
    (path,) = RECORDED.glob("*.pack.gz")
    packed = gzip.decompress(path.read_bytes())
    assert packed == pack_of(load("mnist5k"))
    assert path.name == f"{digest(packed)}.pack.gz"
    assert len(Pack.from_bytes(packed).ids) == 1000
