"""The Python side of the stage: what it hands over, what it refuses, and what it believes of the browser."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from lossviz.text import LANGUAGES, translator
from lossviz.ui.stage import WORDS, Ended, Panel, _ended, _words, stage

KEY = "0123456789abcdef" * 2
T = translator("en")


def page() -> None:
    from lossviz.text import translator
    from lossviz.ui.stage import Panel, stage

    live = Panel(title="ArcFace, m = 0.30", key="ab" * 16, live_url="lv/run/" + "ab" * 16)
    stage([live], key="stage", t=translator("zh-Hans"))


def test_the_component_is_mounted_with_its_source_and_its_words():
    app = AppTest.from_function(page).run()
    assert not app.exception
    data = json.loads(app.get("bidi_component")[0].proto.json)[0]
    assert data["panels"] == [
        {"title": "ArcFace, m = 0.30", "key": "ab" * 16, "url": "lv/run/" + "ab" * 16, "live": True, "meanwhile": None}
    ]
    assert data["words"]["play"] == "播放"


def test_a_panel_has_one_source():
    with pytest.raises(ValueError, match="either a tape or a live run"):
        Panel(title="", key=KEY)
    with pytest.raises(ValueError, match="either a tape or a live run"):
        Panel(title="", key=KEY, tape_url="a", live_url="b")


@pytest.mark.parametrize("count", [0, 5])
def test_the_stage_shows_one_to_four_runs(count):
    panels = [Panel(title="", key=KEY, tape_url="lv/tape/x")] * count
    with pytest.raises(ValueError, match=f"got {count}"):
        stage(panels, key="stage", t=T)


def test_the_end_of_a_run_is_believed_when_it_has_a_key_and_a_known_state():
    assert _ended({"key": KEY, "state": "failed"}) == Ended(key=KEY, state="failed")


@pytest.mark.parametrize(
    "told",
    [
        None,
        3,
        {},
        {"key": KEY},
        {"key": KEY, "state": "won"},
        {"key": "../x", "state": "failed"},
        {"key": 5, "state": []},
    ],
)
def test_anything_else_from_the_browser_is_nothing(told):
    assert _ended(told) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_stage_is_said_in_every_language(language):
    words = _words(translator(language))
    assert set(WORDS) < set(words)
    assert all(words.values())
    assert "{epoch}" in words["epoch"]
    assert "{epochs}" in words["epoch"]
