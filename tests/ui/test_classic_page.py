"""The page of linear metrics: that it opens with a picture, and that its sentence is true of the numbers."""

from __future__ import annotations

import numpy as np
import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz.runs import Hub
from lossviz.text import LANGUAGES, translator
from lossviz.ui import classic_page
from lossviz.ui.boards.classic import BOARD, METHODS
from lossviz.ui.places import CLASSIC


def opened(**link: str) -> AppTest:
    return pages_opened.opened(CLASSIC, **link)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", ["digits", "ellipse"])
def test_it_opens_with_a_picture_in_every_language(hub: Hub, view: str, language: str) -> None:
    at = opened(view=view, lang=language)
    assert at.title[0].value == translator(language)("classic.title")
    assert not at.info


@pytest.mark.parametrize("data", ["digits8", "mnist5k"])
def test_the_sentence_names_the_best_map_and_what_euclid_does(hub: Hub, data: str) -> None:
    values = {**BOARD.defaults, "data": data}
    given = classic_page.given(values)
    assert given["methods"] == list(METHODS)
    best = max(given["flat"])
    name = translator("en")(f"classic.pic.{METHODS[given['flat'].index(best)]}")
    sentence = opened(data=data).markdown[0].value
    assert f"{name}'s map names {best:.0%}" in sentence
    assert f"the principal axes {given['flat'][0]:.0%}" in sentence


def test_the_note_says_why_mmc_is_behind_and_only_where_it_is(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    t, (arrays, _) = translator("en"), classic_page.answered(BOARD.defaults)
    behind = f"MMC falls behind Euclid, with {arrays['whole'][METHODS.index('mmc')]:.0%}"
    assert behind in classic_page.note(BOARD.defaults, t)
    better = {**arrays, "whole": arrays["whole"][0] + 0.01 * (np.array(METHODS) == "mmc")}
    monkeypatch.setattr(classic_page, "answered", lambda values: (better, True))
    assert "behind" not in classic_page.note(BOARD.defaults, t)


def test_settings_without_an_answer_show_the_recorded_one_and_say_so(hub: Hub) -> None:
    at = opened(dim="10")
    assert "not worked out yet" in at.info[0].value
    assert at.button(key="classic_study_ask").label == "Work it out"


def test_a_link_with_too_few_places_is_refused_in_one_sentence(hub: Hub) -> None:
    at = opened(view="ellipse", places="1_2_3")
    assert "places must be 32 whole numbers" in at.info[0].value
