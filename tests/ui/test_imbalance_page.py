"""The page on rare classes as Streamlit runs it: what it opens with, class sizes by hand, and where chance decides."""

from __future__ import annotations

from typing import Any

import pages_opened
import pytest
from pages_opened import handed
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.catalog.stress import imbalanced
from lossviz.params import Refusal
from lossviz.runs import Hub
from lossviz.text import LANGUAGES, translator
from lossviz.ui import board, comparing, rows
from lossviz.ui.boards.imbalance import BOARD, comparison, hidden, sizes
from lossviz.ui.imbalance_page import margins_of, sentence, stretched
from lossviz.ui.places import IMBALANCE
from lossviz.web.visitor import NOBODY

T = translator("en")
HAND = "400_300_200_100_50_40_30_20_10_5"


def opened(**link: str) -> AppTest:
    return pages_opened.opened(IMBALANCE, **link)


def values(**settings):  # type: ignore[no-untyped-def]
    return BOARD.defaults | settings


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_recorded_runs_and_their_classes_in_every_language(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("imbalance.title")
    assert [panel["key"] for panel in handed(at, "panels")["panels"]] == [r.key for r in imbalanced().recipes]
    runs = handed(at, "board")["given"]["runs"]
    assert runs["fixed"]["sizes"] == [400, 240, 144, 86, 52, 31, 19, 11, 7, 4]
    assert len(runs["dynamic"]["right"]) == len(runs["dynamic"]["room"]) == 10


def test_the_button_trains_both_with_the_sizes_drawn_by_hand(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (comparing, rows):
        monkeypatch.setattr(module, "who", lambda: NOBODY)
    at = opened(sizes="hand", counts=HAND, m="0.2", dim="8")
    at.button(key="train").click().run()
    asked = comparison(values(sizes="hand", counts=HAND, m=0.2, dim="8")).recipes
    assert all(hub.knows(recipe.key) for recipe in asked)
    assert catalog.dataset(asked[0].data).sizes == (400, 300, 200, 100, 50, 40, 30, 20, 10, 5)


def test_both_runs_differ_in_the_margin_alone() -> None:
    fixed, dynamic = imbalanced().recipes
    assert fixed.but(loss="", knobs={}, lr=0) == dynamic.but(loss="", knobs={}, lr=0)
    shared = fixed.knobs.keys() & dynamic.knobs.keys()
    assert {name: fixed.knobs[name] for name in shared} == {name: dynamic.knobs[name] for name in shared}
    assert dynamic.knobs["K"] == 1


def test_as_in_mnist_chance_decides_over_the_whole_range() -> None:
    """Specification, 2.8: digit 1 gets 0.05, digit 5 gets 0.5."""
    even = values(sizes="equal")
    margins = margins_of(even)
    assert (round(margins[1], 9), round(margins[5], 9)) == (0.05, 0.5)
    assert stretched(even)
    assert sentence(even, T) == T("imbalance.look_equal")
    assert any("1.24 times" in markdown.value for markdown in opened(sizes="equal").markdown)


def test_given_by_a_and_b_nearly_equal_classes_have_nearly_equal_margins() -> None:
    even = values(sizes="equal", rule="ab")
    assert max(margins_of(even)) - min(margins_of(even)) < 0.02
    assert not stretched(even)


def test_equal_classes_all_get_the_largest_margin() -> None:
    equal = values(tail=1.0)
    assert set(sizes(equal)) == {400}
    assert set(margins_of(equal)) == {0.5}
    assert sentence(equal, T) == T("imbalance.look_even")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"lam": 0.0}, "look_flat"),
        ({"tail": 1.0, "rule": "ab"}, "look_flat"),
        ({"m_min": 0.9, "m_max": 0.1}, "look_turned"),
        ({"sizes": "equal", "m_min": 0.5, "m_max": 0.05}, "look_turned"),
        ({"m_max": 0.06}, "look"),
    ],
)
def test_rare_digits_are_promised_more_room_only_where_they_get_it(settings: dict[str, Any], said: str) -> None:
    assert sentence(values(**settings), T) == T(f"imbalance.{said}")


def test_knobs_out_of_place_are_hidden() -> None:
    assert hidden(values()) == {"a", "b"}
    assert hidden(values(sizes="hand", rule="ab")) == {"m_min", "m_max", "tail"}


def test_every_setting_goes_through_a_link_and_back() -> None:
    other = values(sizes="hand", counts=HAND, tail=7.0, m=0.4, rule="ab", a=0.5, b=0.2, lam=0.5, dim="2", seed=3)
    assert board.read(BOARD, board.written(BOARD, other)) == (other, [])


@pytest.mark.parametrize("wrong", ["", "1_2", HAND + "_1", HAND.replace("400", "401"), HAND.replace("5", "05"), 12])
def test_counts_are_refused_as_a_whole(wrong: object) -> None:
    (counts,) = (param for param in BOARD.params if param.name == "counts")
    with pytest.raises(Refusal, match="Imbalance page digits of each class must be 10 whole numbers in 1 … 400"):
        counts.check(wrong, BOARD.owner)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"m": "9"}, "fixed margin must lie in 0 … 1 rad, got 9"),
        ({"tail": "0"}, "ratio of the long tail must lie in 1 … 1000, got 0"),
        ({"rule": "x"}, "rule must be one of Their ends, a and b, got x. This page shows Their ends"),
    ],
)
def test_a_refusal_names_the_field_what_came_and_what_is_allowed(link: dict[str, str], said: str) -> None:
    told = opened(**link).info[0].value.replace("\\", "")
    assert told.startswith(f"Imbalance page {said}")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_word_of_a_setting_is_translated(language: str) -> None:
    t = translator(language)
    words = [BOARD.owner, *(word for p in BOARD.params for word in (p.noun, p.label, p.help) if word)]
    words += [label for p in BOARD.params for label in getattr(p, "labels", ())]
    assert [word for word in words if not t.known(word) and not word.isdigit()] == []
