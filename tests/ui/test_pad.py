"""The pad on the training page: it is there, its digit is checked, a run without weights is offered for training."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from test_pages import opened

from lossviz.text import LANGUAGES, translator
from lossviz.ui import pad

DIGIT = base64.b64encode(bytes([0] * 400 + [255] * 384)).decode()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the pad reports."""
    report: dict[str, Any] = {}
    monkeypatch.setattr(pad, "_mounted", lambda t: report or None)
    return report


def page(lang: str = "en") -> AppTest:
    return opened("train.py", loss="softmax", lang=lang)


def said(at: AppTest) -> list[str]:
    return [error.value.replace("\\", "") for error in at.error]


def buttons(at: AppTest) -> list[str]:
    return [button.label for button in at.button]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_pad_in_every_language(language: str) -> None:
    at, t = page(language), translator(language)
    assert t("control.draw") in [expander.label for expander in at.expander]
    mounted = [json.loads(found.proto.json)[0] for found in at.get("bidi_component")]
    assert t("touch.hint") in [data.get("words", {}).get("hint") for data in mounted]


def test_a_drawn_digit_goes_to_the_stage_and_the_recording_is_offered_for_training(told: dict[str, Any]) -> None:
    told.update(turn=1, pixels=DIGIT)
    at = page()
    assert said(at) == []
    assert any(DIGIT in found.proto.json for found in at.get("bidi_component"))
    assert translator("en")("touch.train_run") in buttons(at)


def test_a_digit_stays_until_it_is_cleared(told: dict[str, Any]) -> None:
    told.update(turn=1, pixels=DIGIT)
    at = page()
    told.clear()
    at.run()
    assert translator("en")("touch.train_run") in buttons(at)
    told.update(turn=2, pixels="")
    at.run()
    assert translator("en")("touch.train_run") not in buttons(at)


@pytest.mark.parametrize("wrong", [3, None, "%%%", DIGIT[:-4], DIGIT * 2, "é" * 1048, ["a"]])
def test_what_is_no_digit_is_refused_in_a_sentence(told: dict[str, Any], wrong: object) -> None:
    told.update(turn=1, pixels=wrong)
    (sentence,) = said(page())
    assert sentence.startswith("A drawn digit must have 784 bytes, got ")


def test_bare_ground_is_refused_in_a_sentence(told: dict[str, Any]) -> None:
    told.update(turn=1, pixels=base64.b64encode(bytes(784)).decode())
    assert said(page()) == ["Draw something first"]


def test_too_many_drawings_are_refused(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad.limits, "DRAWING_BURST", 1)
    told.update(turn=1, pixels=DIGIT)
    at = page()
    told.update(turn=2)
    at.run()
    assert said(at)[0].startswith("Too many drawings: try again in ")


def test_a_report_counts_once(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad.limits, "DRAWING_BURST", 1)
    told.update(turn=1, pixels=DIGIT)
    at = page()
    at.run()
    assert said(at) == []
