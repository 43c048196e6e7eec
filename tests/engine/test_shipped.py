"""The tapes that come with the app are those of today's live recipes, and whole."""

from __future__ import annotations

import gzip
import json
from functools import cache

import pytest

from lossviz import catalog
from lossviz.catalog.studied import studied
from lossviz.cli.record import RECORDED, answer_file, questions_of, shipped
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
    assert len(data) <= LARGEST * min(3, shipped()[name].dim)
    assert Recipe.from_json(tape.header["recipe"]) == shipped()[name]
    assert [frame.n for frame in tape.frames()] == list(range(tape.header["frames"]))
    assert tape.ending is not None
    assert tape.ending["state"] == "finished"
    assert tape.ending["readings"]["knn_accuracy"] > (0.3 if "~" in shipped()[name].data else 0.9)


@pytest.mark.parametrize("data", sorted({recipe.data for recipe in shipped().values()}))
def test_the_pack_of_its_data_comes_along(data: str) -> None:
    packed = pack_of(load(data))
    shipped_pack = gzip.decompress((RECORDED / f"{digest(packed)}.pack.gz").read_bytes())
    assert shipped_pack == packed
    assert len(Pack.from_bytes(packed).ids) == 1000


def test_every_question_of_the_pages_has_its_answer_and_nothing_else_is_there() -> None:
    asked = {answer_file(question) for study in studied() for question in questions_of(study)}
    assert {path.name for path in RECORDED.glob("*.npz")} == asked
