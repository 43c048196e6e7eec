"""Every file is taken or refused in one sentence, quickly, in little memory, and nothing in it is ever run."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import strange

from lossviz import own
from lossviz.params import Refusal
from lossviz.text import LANGUAGES, translator

MB = 1024 * 1024
NOWHERE = Path("/nonexistent/canary")


def outcome(*files: tuple[str, bytes]) -> str | None:
    """The code of the refusal; None for files that are taken."""
    try:
        own.read(files)
    except Refusal as refusal:
        said = [translator(language)(refusal.code, **refusal.fields) for language in LANGUAGES]
        assert all(len(sentence) <= 200 and "\n" not in sentence for sentence in said)
        assert all("{" not in sentence for sentence in said)
        return refusal.code
    return None


SOON = 10.0
"""CPU seconds, with memory being traced on a slow machine; without, each takes well under 2."""

CASES = [*strange.datasets(NOWHERE), *strange.tables(), *strange.points()]


@pytest.mark.parametrize(("name", "data", "code"), CASES, ids=[name for name, _, _ in CASES])
def test_a_strange_file_has_its_answer(name: str, data: bytes, code: str | None) -> None:
    tracemalloc.start()
    start = time.process_time()
    try:
        assert outcome((name, data)) == code
        assert tracemalloc.get_traced_memory()[1] < 20 * MB
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < SOON


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    for name, data, _ in strange.datasets(canary):
        outcome((name, data))
    assert not canary.exists()


@pytest.mark.parametrize(("name", "data", "code"), strange.names(), ids=[name for name, _, _ in strange.names()])
def test_class_names_have_their_answer(name: str, data: bytes, code: str | None) -> None:
    assert outcome(("data.npz", strange.images()), (name, data)) == code


@pytest.mark.parametrize("name", strange.FILE_NAMES)
def test_a_file_name_says_nothing_of_the_content_and_is_made_harmless(name: str) -> None:
    brought = own.read([(name, strange.images())])
    assert 1 <= len(brought.file) <= 80
    assert brought.file.isprintable()
    assert "\u202e" not in brought.file


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ([], "own.files"),
        ([("a.npz", strange.images()), ("b.npz", strange.images())], "own.files"),
        ([("n.csv", b"id,name\n0,a\n")], "own.names_alone"),
    ],
)
def test_one_file_of_data_is_wanted(files: list[tuple[str, bytes]], code: str) -> None:
    assert outcome(*files) == code


def test_a_refusal_names_file_row_value_and_what_is_allowed() -> None:
    with pytest.raises(Refusal) as refused:
        own.read([("a.csv", b"x,y,label\n0,1,0\n1,nan,1\n")])
    assert str(refused.value) == "“a.csv” row 3, column y: must be a finite number, got nan"


@pytest.mark.parametrize("seed", range(8))
def test_damage_anywhere_is_refused_or_harms_nothing(seed: int) -> None:
    chance = np.random.default_rng(seed)
    good = [strange.images(), strange.npz(embeddings=np.ones((60, 2)), labels=strange.LABELS), strange.tables()[0][1]]
    for whole in good:
        for _ in range(8):
            at = int(chance.integers(len(whole)))
            torn = whole[:at] if chance.random() < 0.3 else strange.flipped(whole, at)
            outcome(("a.npz", torn))
