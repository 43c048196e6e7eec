"""Boards: what a link sets, what it is told when it is wrong, and that only known settings come back."""

from __future__ import annotations

from pathlib import Path

import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz.text import LANGUAGES, translator
from lossviz.ui import board
from lossviz.ui.boards import circle, classic, margins, projections, scale, triplets, unified
from lossviz.ui.boards.places import Places
from lossviz.ui.places import CIRCLE, CLASSIC, MARGINS, PROJECTIONS, SCALE, TRIPLETS, UNIFIED

BOARDS = {
    CIRCLE: circle.BOARD,
    CLASSIC: classic.BOARD,
    MARGINS: margins.BOARD,
    PROJECTIONS: projections.BOARD,
    SCALE: scale.BOARD,
    TRIPLETS: triplets.BOARD,
    UNIFIED: unified.BOARD,
}


def opened(page: Path = CIRCLE, **link: str) -> AppTest:
    return pages_opened.opened(page, **link)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", BOARDS, ids=lambda page: page.stem)
def test_a_page_opens_in_every_language(page, language: str) -> None:
    at = opened(page, lang=language)
    assert at.title[0].value == translator(language)(f"{BOARDS[page].id}.title")


@pytest.mark.parametrize("page", BOARDS, ids=lambda page: page.stem)
def test_every_setting_goes_through_a_link_and_back(page) -> None:
    made = BOARDS[page]
    other = {p.name: _another(p) for p in made.params}
    assert board.read(made, board.written(made, other)) == (other, [])


def _another(param):  # type: ignore[no-untyped-def]
    """An allowed value beside the default."""
    if hasattr(param, "choices"):
        return param.choices[-1]
    if isinstance(param.default, bool):
        return not param.default
    if isinstance(param, Places):
        return "_".join(["7"] * 2 * param.number)
    return param.high


@pytest.mark.parametrize("page", BOARDS, ids=lambda page: page.stem)
def test_every_setting_refuses_what_is_out_of_range(page) -> None:
    made = BOARDS[page]
    wrong = {p.name: "no-such-value" for p in made.params}
    values, refusals = board.read(made, wrong)
    assert values == made.defaults
    assert len(refusals) == len(made.params)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("page", BOARDS, ids=lambda page: page.stem)
def test_every_word_of_a_setting_is_translated(page, language: str) -> None:
    t, made = translator(language), BOARDS[page]
    knobs = made.turned
    words = [made.owner, *(p.noun for p in made.params), *(w for p in knobs for w in (p.label, p.help) if w)]
    words += [label for p in knobs for label in getattr(p, "labels", ())]
    assert [word for word in dict.fromkeys(words) if not t.known(word)] == []


def test_a_wrong_value_in_a_link_is_told_with_what_the_page_shows() -> None:
    at = opened(m="7")
    assert "margin must lie in" in at.info[0].value
    assert "0\\.25" in at.info[0].value or "0.25" in at.info[0].value
    assert "m" not in at.query_params


def test_a_link_keeps_its_settings() -> None:
    at = opened(m="0.4", a_n="0.5")
    assert at.query_params["m"] == "0.4"
    assert at.query_params["a_n"] == "0.5"
