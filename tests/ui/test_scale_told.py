"""The page of scales says what is true of its settings."""

from __future__ import annotations

import pytest

from lossviz.text import translator
from lossviz.ui.boards import scale_told as told
from lossviz.ui.boards.scale import BOARD, hidden

T = translator("en")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "at 46.7°"),
        ({"s": 7.0}, "stays below one half"),
        ({"kind": "cosface", "m": 0.35, "classes": 10, "dim": "2"}, "margin 0.35 does not fit"),
        ({"kind": "cosface", "m": 0.19, "classes": 10, "dim": "2"}, "falls through one half"),
        ({"below": "adacos"}, "settles at 10.74"),
        ({"below": "adacos", "classes": 10, "dim": "2"}, "runs away"),
        ({"below": "adacos", "classes": 10, "dim": "2", "theta": 0.0}, "settles at 4.26"),
        ({"below": "adacos", "classes": 10, "dim": "2", "theta": 17.0}, "settles at 8.52"),
        ({"below": "adacos", "classes": 13, "dim": "3"}, "no even arrangement of 13 classes"),
        ({"below": "sizes"}, "the rarest is asked for 0.50 rad, the commonest for 0.05 rad"),
        ({"below": "sizes", "rule": "ab", "lam": 0.0, "a": 0.2, "b": 0.1}, "for 0.30 rad, the commonest for 0.30 rad"),
    ],
)
def test_the_sentence_is_true_of_the_settings(settings: dict[str, object], said: str) -> None:
    assert said in told.look({**BOARD.defaults, **settings}, T)  # type: ignore[dict-item]


def test_the_numbers_stand_in_the_formulas() -> None:
    assert r"=46.7^\circ" in told.numbers(BOARD.defaults)
    assert told.numbers({**BOARD.defaults, "s": 7.0}).startswith("P(0)=0.1")
    assert told.lower_rule({**BOARD.defaults, "classes": 10}).endswith("=3.96")


def test_the_slider_marks_the_widest_margin_where_it_has_one() -> None:
    plane = {**BOARD.defaults, "classes": 10, "dim": "2"}
    assert told.bounds(plane, T)["m"][0] == pytest.approx(0.628, abs=5e-4)
    assert told.bounds({**plane, "kind": "cosface"}, T)["m"][0] == pytest.approx(0.191, abs=5e-4)
    assert "less than" in told.bounds({**plane, "dim": "3", "classes": 100}, T)["m"][1]
    assert told.bounds(BOARD.defaults, T) == {}


def test_the_panel_shows_the_knobs_of_the_lower_row() -> None:
    assert hidden(BOARD.defaults) == {"theta", "rule", "lam", "m_min", "m_max", "a", "b"}
    assert hidden({**BOARD.defaults, "below": "sizes"}) == {"p", "theta", "a", "b"}
