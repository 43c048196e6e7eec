"""The page of the unified loss: what its presets set, what its panel counts, and that its sentence is true."""

from __future__ import annotations

import pytest

from lossviz.params import Param
from lossviz.ui.boards.unified import BOARD, PRESETS, hidden, sentence, sets_of
from lossviz.ui.boards.unified_note import numbers


def values(**settings):  # type: ignore[no-untyped-def]
    return BOARD.defaults | settings


def preset(name: str):  # type: ignore[no-untyped-def]
    return values(**PRESETS[name])


def test_the_first_k_and_l_similarities_take_part() -> None:
    sets = sets_of(values(K=2, L=3, p2=0.5))
    assert (sets.sp, sets.sn) == ((0.78, 0.5), (0.34, -0.12, 0.47))


def test_an_inner_product_is_the_cosine_times_the_lengths() -> None:
    assert sets_of(values(kind="inner", length=20.0, K=1, L=1)).sp == pytest.approx((15.6,))
    assert "length" in hidden(values())
    assert "length" not in hidden(values(kind="inner"))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_sets_what_the_knobs_allow(name: str) -> None:
    params: dict[str, Param] = {param.name: param for param in BOARD.params}
    assert {key: params[key].check(value, "") for key, value in PRESETS[name].items()} == PRESETS[name]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (values(), "look_soft"),
        (values(gamma=128.0), "look_hard"),
        (values(gamma=512.0, n1=0.47), "look_soft"),
        (values(K=1), "look_one"),
        (values(K=1, kind="inner"), "look_one_inner"),
        (preset("am"), "look_one"),
        (preset("softmax"), "look_softmax"),
        (preset("hard"), "look_hard"),
    ],
)
def test_the_sentence_is_true_of_the_settings(settings, said: str) -> None:  # type: ignore[no-untyped-def]
    assert sentence(settings) == f"unified.{said}"


def test_the_panel_puts_the_numbers_into_the_chain() -> None:
    """0.47 − 0.58 + 0.25 = 0.14 and 0.14 + ln(25)/16 = 0.3412."""
    missed, chain = numbers(values())
    assert "=0.47-0.58+0.25=0.14" in missed
    assert "{0.1400}_{[M]_+}" in chain
    assert "{0.3412}_{[M]_++" in chain


def test_a_negative_similarity_is_subtracted_in_brackets() -> None:
    assert "0.34-(-0.5)+0.25=1.09" in numbers(values(K=1, L=1, p1=-0.5))[0]
