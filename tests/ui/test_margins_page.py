"""The page of margins: which knobs each loss shows, and sentences that are true of the settings."""

from __future__ import annotations

import pytest
from test_board import opened

from lossviz.text import LANGUAGES, translator
from lossviz.ui.boards import margins_told as told
from lossviz.ui.boards.margins import ALL, BOARD, KNOBS, LOSSES, POINTS, asks, hidden
from lossviz.ui.places import MARGINS

ENGLISH = translator("en")


def seen(**changed):  # type: ignore[no-untyped-def]
    return BOARD.defaults | changed


@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_shows_its_own_margins_only(loss: str) -> None:
    margins = {name for names in KNOBS.values() for name in names}
    shown = {param.name for param in BOARD.turned} - hidden(seen(loss=loss))
    assert shown & margins == set(KNOBS.get(loss, ()))


def test_the_sphere_is_turned_only_where_it_is_seen() -> None:
    assert {"turn", "tilt"} <= hidden(seen())
    assert not {"turn", "tilt"} & hidden(seen(right="sphere"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "keeps it 28.6° wide"),
        ({"loss": "cosface"}, "curved strip"),
        ({"loss": "cosface", "cosface_m": 0.6}, "fills the whole 60° between the arrows"),
        ({"theta": 20.0}, "leaves neither class a region there"),
        ({"easy": True}, "jump"),
        ({"arcface_m": 0.0}, "Without a margin"),
        ({"loss": "softmax"}, "Softmax leaves no gap"),
        ({"loss": "softmax", "n1": 1.4}, "The longer arrow owns the wider sector"),
        ({"loss": "combined_margin", "m1": 0.8, "m2": 0.0, "m3": 0.0}, "both classes keep"),
        ({"loss": ALL}, "where the lines part"),
    ],
)
def test_the_sentence_is_true_of_the_settings(settings: dict[str, object], words: str) -> None:
    assert words in told.look(seen(**settings), ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_has_its_words_in_every_language(loss: str, language: str) -> None:
    t = translator(language)
    assert "**" in told.look(seen(loss=loss), t)
    assert t(f"margins.why.{loss}")
    assert told.paper(seen(loss=loss)).url.startswith("https://")


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({}, r"\Delta=m=0.50\,\text{rad}=28.6^\circ"),
        ({"loss": "cosface", "theta": 45.0, "cosface_m": 0.2}, r"\sin(45.0^\circ/2)}=30.3^\circ"),
        ({"loss": "sphereface", "theta": 36.0}, r"=21.6^\circ"),
        ({"loss": "cosface", "theta": 36.0}, r"\Delta=\Theta=36.0^\circ"),
    ],
)
def test_the_numbers_are_those_of_the_settings(settings: dict[str, object], numbers: str) -> None:
    assert numbers in told.numbers(seen(**settings))


def test_a_slider_marks_where_the_regions_end() -> None:
    bound, hint = told.bounds(seen(theta=36.0), ENGLISH)["cosface_m"]
    assert bound == pytest.approx(0.191, abs=5e-4)
    assert "0.191" in hint


def test_the_paper_s_points_fill_the_three_margins() -> None:
    at = opened(MARGINS, loss="combined_margin")
    at.button(key="margins_CM2").click().run()
    assert not at.exception
    found = asks(
        "combined_margin", seen(**{name: float(at.query_params.get(name, "1")) for name in ("m1", "m2", "m3")})
    )
    assert (found.m1, found.m2, found.m3) == POINTS["CM2"] == (0.9, 0.4, 0.15)
