"""The reference page: every loss in every language, the search, and links."""

from __future__ import annotations

import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.text import LANGUAGES, translator
from lossviz.ui.places import LOSSES
from lossviz.ui.reference import matches


def opened(**link: str) -> AppTest:
    return pages_opened.opened(LOSSES, **link)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("loss", ["circle", "center", "sphereface"])
def test_a_link_opens_its_loss_in_the_readers_language(language: str, loss: str) -> None:
    at = opened(lang=language, loss=loss)
    assert at.header[0].value == translator(language).name(catalog.losses()[loss].name)


@pytest.mark.parametrize("loss", catalog.losses())
def test_every_loss_shows_formula_gradient_and_code(loss: str) -> None:
    at, entry = opened(loss=loss), catalog.losses()[loss]
    shown = [formula.value.strip("$\n ") for formula in at.latex]
    assert entry.formula in shown
    assert entry.gradient in shown
    assert f"\ndef {loss}(" in at.code[0].value


def test_the_list_opens_another_loss_and_puts_it_into_the_link() -> None:
    at = opened()
    at.button(key="open_unified").click().run()
    assert at.header[0].value == "Unified loss"
    assert at.query_params["loss"] == "unified"


def test_an_unknown_loss_in_a_link_is_named_and_the_usual_one_shown() -> None:
    at = opened(loss="magface")
    assert "magface" in at.info[0].value
    assert at.header[0].value == "ArcFace"


def test_the_search_narrows_the_list() -> None:
    at = opened()
    at.text_input(key="losses_search").input("am-softmax").run()
    keys = [button.key for button in at.button if button.key and button.key.startswith("open_")]
    assert keys == ["open_cosface"]


def test_a_search_without_a_hit_says_so() -> None:
    at = opened()
    at.text_input(key="losses_search").input("<b>nothing</b>").run()
    assert any("nothing" in caption.value for caption in at.caption)


def test_search_also_takes_english_words_in_chinese() -> None:
    assert matches(catalog.losses()["circle"], "circle", translator("zh-Hans"))
    assert matches(catalog.losses()["contrastive"], "对比", translator("zh-Hans"))


def test_search_looks_among_the_settings() -> None:
    assert matches(catalog.losses()["arcface"], "label smoothing", translator("en"))
