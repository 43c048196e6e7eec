"""What training will cost stands below the buttons before anybody clicks."""

import pytest

from lossviz import catalog
from lossviz.text import LANGUAGES, translator
from lossviz.ui.controls import summary
from lossviz.ui.desk import Desk


def said(language: str = "en", **settings: object) -> str:
    return summary(Desk(catalog.resolve(**settings)), translator(language))


def test_a_short_run_says_seconds() -> None:
    assert said(loss="arcface") == "MNIST 5k · patch2 · AdamW · 20 epochs · about 7 s"


def test_lenetpp_says_minutes_and_how_many_times_patch2() -> None:
    assert said(loss="arcface", embedder="lenetpp").endswith("**about 8 min**, 69 times as long as with patch2")


def test_a_long_run_of_patch2_says_minutes_only() -> None:
    assert said(loss="arcface", data="mnist", epochs=20).endswith("· **about 2 min**")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    assert "{" not in said(language, loss="arcface", embedder="lenetpp")
