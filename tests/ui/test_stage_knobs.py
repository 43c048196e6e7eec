"""The Python side of the knobs: what it describes to the browser and what it takes from it."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.text import translator
from lossviz.ui.knobs import _accepted, _described

PARAMS = catalog.losses()["arcface"].params
VALUES = {p.name: p.default for p in PARAMS}


def told(**values):
    return {"owner": "ArcFace", "turn": 1, "values": values}


def test_a_turned_knob_is_taken():
    assert _accepted(PARAMS, VALUES, told(m=0.3, s=16), "ArcFace") == {**VALUES, "m": 0.3, "s": 16.0}


@pytest.mark.parametrize("value", [3, -1, "soft", None, [], True, float("nan"), "9" * 9000])
def test_a_value_that_is_not_allowed_leaves_the_old_one(value):
    assert _accepted(PARAMS, VALUES, told(m=value), "ArcFace") == VALUES


@pytest.mark.parametrize("report", [None, 7, [], {}, {"owner": "ArcFace"}, {"owner": "ArcFace", "values": 3}])
def test_a_report_of_another_shape_is_nothing(report):
    assert _accepted(PARAMS, VALUES, report, "ArcFace") == VALUES


def test_a_report_about_another_loss_is_void():
    assert _accepted(PARAMS, VALUES, told(m=0.3), "CosFace") == VALUES


def test_settings_that_the_loss_does_not_have_are_not_added():
    assert _accepted(PARAMS, VALUES, told(volume=11), "ArcFace") == VALUES


@pytest.mark.parametrize("loss", catalog.losses())
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_setting_can_be_described_to_the_browser(loss, language):
    entry = catalog.losses()[loss]
    described = [_described(param, entry.name, translator(language)) for param in entry.params]
    assert json.loads(json.dumps(described, allow_nan=False)) == described


def test_the_browser_refuses_in_the_words_of_python():
    margin = next(p for p in PARAMS if p.name == "m")
    sentences = _described(margin, "ArcFace", translator("en"))["refusals"]
    assert sentences["range"] == "ArcFace margin must lie in 0 … 1.57\u00a0rad, got {value}"


def page() -> None:
    import streamlit as st

    from lossviz import catalog
    from lossviz.text import translator
    from lossviz.ui.knobs import knobs

    entry = catalog.losses()["arcface"]
    values = {p.name: p.default for p in entry.params}
    st.json(knobs(entry.params, values, owner="ArcFace", bounds={"m": (0.63, "room")}, key="knobs", t=translator("en")))


def test_the_component_is_mounted_with_values_and_bounds():
    app = AppTest.from_function(page).run()
    assert not app.exception
    data = json.loads(app.get("bidi_component")[0].proto.json)[0]
    assert data["values"]["m"] == 0.5
    assert data["bounds"] == {"m": [0.63, "room"]}
    assert json.loads(app.json[0].value) == data["values"]
