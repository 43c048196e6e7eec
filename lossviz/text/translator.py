"""One language's sentences: keys, names and values enter, a finished sentence leaves."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from lossviz.text.things import of_images

ENGLISH = "en"
LANGUAGES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
FOLDER = Path(__file__).parent
CATALOG = "catalog"
"""How the files with words of the catalogue begin; all others hold keyed sentences."""

NAMES = frozenset(
    ("owner knob loss dataset view field tensor cause class_name adaptation embedder allowed expected").split()
)
HAN = "[\u3400-\u9fff]"
LATIN = "[A-Za-z0-9°%√²³\u0370-\u03ff\u2070-\u209f]"
PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Translator:
    """`t("state.training", step=3, steps=620)` gives the sentence; `t.name("Margin m")` a catalogue word.

    `images`: it speaks of images where its sentences say digits.

    Raises KeyError for a key that English lacks; a key missing in another language falls back to English.
    """

    def __init__(
        self, language: str, sentences: Mapping[str, str], names: Mapping[str, str], *, images: bool = False
    ) -> None:
        self.language = language
        self._sentences = sentences
        self._names = names
        self._images = images

    def showing(self, *, digits: bool) -> Translator:
        """The same language, about data that show digits or else images."""
        return Translator(self.language, self._sentences, self._names, images=not digits)

    def __call__(self, key: str, /, **fields: Any) -> str:
        return self.fill(self._sentences[key], **fields)

    def fill(self, sentence: str, /, **fields: Any) -> str:
        """Fills names first, then sets the spaces between Han and Latin, then fills values as they are."""
        names = {k: self._listed(str(v)) for k, v in fields.items() if k in NAMES}
        values = {k: str(v) for k, v in fields.items() if k not in NAMES}
        return _filled(self.spaced(_filled(self._about(sentence), names)), values)

    def name(self, english: str) -> str:
        """A word of the catalogue in this language; English where it has no translation."""
        return self._about(self._names.get(english, english))

    def _about(self, sentence: str) -> str:
        return of_images(sentence, self.language) if self._images else sentence

    def known(self, english: str) -> bool:
        """Whether this language has its own word for a catalogue text."""
        return self.language == ENGLISH or english in self._names

    def spaced(self, sentence: str) -> str:
        """One space between Han and Latin, numbers or Greek; English is left alone."""
        if self.language == ENGLISH:
            return sentence
        sentence = re.sub(f"({HAN})({LATIN})", r"\1 \2", sentence)
        return re.sub(f"({LATIN})({HAN})", r"\1 \2", sentence)

    def _listed(self, english: str) -> str:
        whole = self._names.get(english, english)
        return whole if whole != english else ", ".join(self._names.get(part, part) for part in english.split(", "))


def _filled(sentence: str, fields: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: fields.get(found[1], found[0]), sentence)


@cache
def translator(language: str) -> Translator:
    """The translator of one of LANGUAGES. Raises KeyError for another."""
    if language not in LANGUAGES:
        raise KeyError(language)
    own = sentences(language)
    names: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob(f"{CATALOG}*.toml")):
        names |= tomllib.loads(path.read_text("utf-8"))
    return Translator(language, {**sentences(ENGLISH), **own}, names)


@cache
def sentences(language: str) -> dict[str, str]:
    """Every keyed sentence of a language, from all its files, as {"control.train": "Train"}."""
    files = sorted(p for p in (FOLDER / language).glob("*.toml") if not p.name.startswith(CATALOG))
    return dict(pair for p in files for pair in _flat("", tomllib.loads(p.read_text("utf-8"))))


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flat(f"{prefix}{key}.", value)


def closest(locale: str | None) -> str:
    """The language for a browser's locale: "zh-TW" gives zh-Hant, "zh" and "zh-CN" zh-Hans, else English."""
    parts = re.split(r"[-_]", (locale or "").lower())
    if parts[0] != "zh":
        return ENGLISH
    return "zh-Hant" if {"hant", "tw", "hk", "mo"} & set(parts) else "zh-Hans"
