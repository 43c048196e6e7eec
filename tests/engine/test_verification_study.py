"""Pairs of images under a run that was trained for a moment: whom they are of, and what is not known of too few."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lossviz import catalog
from lossviz.analysis import verification
from lossviz.checkpoint import Checkpoint
from lossviz.engine import recorded
from lossviz.engine.studies import verification as verified
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.runs.keyframes import material


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few images and draws, for speed."""
    monkeypatch.setattr(verified, "MOST_IMAGES", 160)
    monkeypatch.setattr(verification.intervals, "__kwdefaults__", {**verification.intervals.__kwdefaults__, "draws": 3})


@cache
def trained():  # type: ignore[no-untyped-def]
    recipe = catalog.resolve(loss="arcface", data="mnist5k8~without7", epochs=1)
    last = [record for record in recorded(recipe) if record[:4] == CHECKPOINT][-1]
    return recipe.to_json(), material(Checkpoint.unpack(last[HEAD.size :]))


def answered(strangers: str = "left_out"):  # type: ignore[no-untyped-def]
    recipe, about = trained()
    return verified.answer({"recipe": recipe, "strangers": strangers}, about, lambda *_: None)


def test_one_class_left_out_has_no_pairs_of_two_and_so_no_numbers() -> None:
    found = answered()
    assert found["unseen_pairs"].tolist() == [20 * 19 // 2, 0]
    assert found["unseen_curve"].shape == (3, 0)
    assert np.isnan(found["unseen_numbers"]).all()
    assert found["both_pairs"].sum() == 160 * 159 // 2
    assert np.isfinite(found["both_numbers"]).all()


def test_the_worst_pairs_are_of_the_kind_that_they_stand_for() -> None:
    found = answered()
    labels = found["labels"][found["shown"]]
    for name, same in (("both_accepts", False), ("both_rejects", True)):
        pairs = found[name][:, :2].astype(int)
        assert ((labels[pairs[:, 0]] == labels[pairs[:, 1]]) == same).all()


def test_strangers_may_be_those_of_another_data_set() -> None:
    found = answered("mnist5k")
    assert found["trained"].tolist() == [7]
    assert found["names"].tolist() == [*"0123456", *"0123456789"]
    assert np.bincount(found["labels"])[7:].tolist() == [30] * 10
    assert found["unseen_pairs"].tolist() == [10 * 30 * 29 // 2, 45 * 900]


def test_too_few_pairs_tell_no_small_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verified, "MOST_STRANGERS", 20)
    found = answered("mnist5k")
    assert found["unseen_pairs"].tolist() == [10, 180]
    assert np.isnan(found["unseen_numbers"][:, 0]).tolist() == [False, False, False, False, True]
