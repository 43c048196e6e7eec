"""Sentences about digits become sentences about images where the data show something else."""

import re

import pytest

from lossviz import catalog
from lossviz.text import LANGUAGES, translator
from lossviz.text.translator import sentences

DIGIT = {"en": re.compile(r"\b[Dd]igits?\b"), "zh-Hans": re.compile("数字"), "zh-Hant": re.compile("數字")}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Look at the **islands**. Each image must find its twin among all others at temperature 1.0."),
        ("zh-Hans", "实时，每秒 7,000 张图像"),
        ("zh-Hant", "即時，每秒 7,000 張影像"),
    ],
)
def test_images_take_the_place_of_digits(language: str, said: str) -> None:
    t = translator(language).showing(digits=False)
    infonce = t.fill(t.name(catalog.losses()["infonce"].look_at), tau="1.0")
    assert said in (infonce, t("train.live", speed="7,000"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_keeps_a_digit_or_a_wrong_article(language: str) -> None:
    t = translator(language).showing(digits=False)
    said = [t(key) for key in sentences(language)] + [t.name(entry.look_at) for entry in catalog.losses().values()]
    assert [s for s in said if DIGIT[language].search(s) or re.search(r"\b[Aa] images?\b", s)] == []


def test_what_fills_a_sentence_stays_as_it_is() -> None:
    t = translator("en").showing(digits=False)
    assert t("data.absent", dataset="scikit-learn digits").startswith("scikit-learn digits")


def test_of_digits_everything_is_said_as_it_stands() -> None:
    t = translator("en")
    assert t.showing(digits=True)("train.live", speed="7,000") == t("train.live", speed="7,000")


@pytest.mark.parametrize(
    ("data", "digits"), [("mnist5k", True), ("digits8", True), ("fashion_mnist", False), ("kmnist", False)]
)
def test_which_data_show_digits(data: str, digits: bool) -> None:
    assert catalog.dataset(data).digits is digits
