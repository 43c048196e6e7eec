"""Saved comparisons: each visitor's own, kept over restarts, under names that say something."""

from __future__ import annotations

from pathlib import Path

import pytest

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs.comparisons import Comparisons
from lossviz.shelf import Folder

LINK = {"a": "softmax", "b": "arcface;m:0.5"}
ANNA, BEN = "a" * 32, "b" * 32


@pytest.fixture
def kept(tmp_path: Path) -> Comparisons:
    return Comparisons(Folder(tmp_path))


def test_another_process_finds_them_in_order(kept: Comparisons, tmp_path: Path) -> None:
    kept.save(ANNA, "First", LINK)
    kept.save(ANNA, "Second", {"a": "center"})
    assert list(Comparisons(Folder(tmp_path)).of(ANNA).items()) == [("First", LINK), ("Second", {"a": "center"})]


def test_nobody_sees_what_another_saved_and_no_token_lies_on_the_shelf(kept: Comparisons, tmp_path: Path) -> None:
    kept.save(ANNA, "Mine", LINK)
    assert kept.of(BEN) == {}
    assert not [file for file in tmp_path.rglob("*") if ANNA in str(file)]


def test_a_renamed_one_keeps_its_place_and_its_link(kept: Comparisons) -> None:
    for name in ("One", "Two"):
        kept.save(ANNA, name, LINK)
    assert list(kept.rename(ANNA, "One", "Uno")) == ["Uno", "Two"]
    assert kept.of(ANNA)["Uno"] == LINK


def test_a_removed_one_is_gone_and_to_remove_it_again_is_no_error(kept: Comparisons) -> None:
    kept.save(ANNA, "One", LINK)
    assert kept.remove(ANNA, "One") == kept.remove(ANNA, "One") == kept.of(ANNA) == {}


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "nameless"), (" \u200b\n", "nameless"), ("x" * 65, "long"), ("x" * 100_000, "long"), (" One ", "taken")],
)
def test_a_bad_name_is_refused_and_nothing_changes(kept: Comparisons, name: str, code: str) -> None:
    kept.save(ANNA, "One", LINK)
    kept.save(ANNA, "Two", LINK)
    for change in (lambda: kept.save(ANNA, name, LINK), lambda: kept.rename(ANNA, "Two", name)):
        with pytest.raises(Refusal) as refused:
            change()
        assert refused.value.code == f"keep.{code}"
    assert list(kept.of(ANNA)) == ["One", "Two"]


def test_the_longest_name_is_kept(kept: Comparisons) -> None:
    assert list(kept.save(ANNA, "對" * limits.LONGEST_NAME, LINK)) == ["對" * limits.LONGEST_NAME]


def test_signs_that_turn_the_writing_are_left_out(kept: Comparisons) -> None:
    assert list(kept.save(ANNA, "a\u202eb\n c", LINK)) == ["ab c"]


def test_there_is_an_end_to_how_many(kept: Comparisons) -> None:
    for n in range(limits.COMPARISONS_PER_VISITOR):
        kept.save(ANNA, str(n), {})
    with pytest.raises(Refusal) as refused:
        kept.save(ANNA, "one more", {})
    assert refused.value.code == "keep.full"
    assert len(kept.save(BEN, "another's", {})) == 1


def test_the_lists_changed_longest_ago_leave(kept: Comparisons, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COMPARERS_KEPT", 1)
    kept.save(ANNA, "old", {})
    kept.save(BEN, "new", {})
    assert (kept.of(ANNA), list(kept.of(BEN))) == ({}, ["new"])


@pytest.mark.parametrize("content", [b"{", b"[1]", b'{"One": 3}', b"\xff\xfe"])
def test_a_damaged_list_is_an_empty_one_that_can_be_written_again(
    kept: Comparisons, tmp_path: Path, content: bytes
) -> None:
    kept.save(ANNA, "One", LINK)
    next(tmp_path.rglob("*.json")).write_bytes(content)
    assert kept.of(ANNA) == {}
    assert list(kept.save(ANNA, "Two", LINK)) == ["Two"]


def test_a_shelf_that_takes_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "comparisons").write_text("a file where the folder should be")
    with pytest.raises(Refusal) as refused:
        Comparisons(Folder(tmp_path)).save(ANNA, "One", LINK)
    assert refused.value.code == "keep.unsaved"
