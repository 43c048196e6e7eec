"""Every word of the shelf exists in every language, and no overlay translates a word that nobody says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lossviz import text
from lossviz.catalog import datasets, embedders, losses
from lossviz.catalog.resolve import OWNER, fields
from lossviz.params import Choice, Param, Real

OVERLAYS = [language for language in text.LANGUAGES if language != text.ENGLISH]
FOLDER = Path(text.__file__).parent
SAID_ELSEWHERE = {"embedding", "gradient", "class vectors", "centres"}
"""Words that a page or a finding hands to `Translator.name`, though no entry of the shelf holds them."""


def words_of(param: Param) -> Iterator[str]:
    yield from (param.label, param.noun, param.help)
    if isinstance(param, Choice):
        yield from param.labels or param.choices
    if isinstance(param, Real):
        yield from param.words


def words() -> set[str]:
    """Every English text of the shelf that a reader sees."""
    params = [*fields().values(), *(p for entry in losses().values() for p in entry.params)]
    said = {OWNER, *(word for p in params for word in words_of(p))}
    for entry in losses().values():
        said |= {entry.name, entry.live.adaptation, entry.look_at, entry.in_the_plane, *entry.pitfalls}
    for thing in embedders().values():
        said |= {thing.name, thing.cost}
    for data in datasets().values():
        said |= {data.name, data.source, *(name for name in data.classes if re.fullmatch(r"[A-Za-z].+", name))}
    return (said - {""}) | SAID_ELSEWHERE


def overlay(language: str) -> dict[str, str]:
    return tomllib.loads((FOLDER / language / "catalog.toml").read_text("utf-8"))


@pytest.mark.parametrize("language", OVERLAYS)
def test_no_word_is_missing(language: str) -> None:
    assert sorted(words() - overlay(language).keys()) == []


@pytest.mark.parametrize("language", OVERLAYS)
def test_no_word_is_stale(language: str) -> None:
    assert sorted(overlay(language).keys() - words()) == []


@pytest.mark.parametrize("language", OVERLAYS)
def test_holes_and_bold_are_kept(language: str) -> None:
    for english, translated in overlay(language).items():
        assert sorted(re.findall(r"\{\w+\}", translated)) == sorted(re.findall(r"\{\w+\}", english)), english
        assert translated.count("**") == english.count("**"), english


@pytest.mark.parametrize("language", OVERLAYS)
def test_han_and_latin_stand_apart(language: str) -> None:
    spaced = text.translator(language).spaced
    assert [word for word in overlay(language).values() if spaced(word) != word] == []


def test_traditional_is_written_with_taiwanese_words() -> None:
    banned = "默認 缺省 設置 網絡 數據 信息 優化 概率 激活 加載 識別 用戶 保存 添加 變量 坐標 正規化 當前".split()
    assert [word for word in overlay("zh-Hant").values() if any(b in word for b in banned)] == []
