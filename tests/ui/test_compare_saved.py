"""A comparison under a name: saved, opened, renamed, deleted and brought back on the page."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from test_compare_page import link, opened, stage

from lossviz.runs import Hub
from lossviz.text import translator
from lossviz.ui import compare_saved
from lossviz.web.visitor import NOBODY

T = translator("en")
PAIR = {"a": "softmax", "b": "arcface;m:0.5"}


def press(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


def saved_as(name: str, **settings: str) -> AppTest:
    at = opened(**settings)
    at.text_input(key="keep.name").input(name)
    return press(at, "keep.save")


def names(at: AppTest) -> list[str]:
    return [button.label for button in at.button if str(button.key).startswith("open_")]


def test_a_saved_comparison_is_listed_and_opens_on_another_visit(hub: Hub) -> None:
    saved_as("Room beside a ray", **PAIR, axes="shared")
    at = press(opened(), "open_0")
    assert link(at) == {**PAIR, "axes": "shared"}
    assert at.selectbox(key="side_loss_1").value == "arcface"
    assert names(at) == ["Room beside a ray"]


def test_the_losses_names_are_offered_as_the_name(hub: Hub) -> None:
    assert press(opened(**PAIR), "keep.save").text_input(key="keep.name").value == "Softmax, ArcFace"
    assert names(opened()) == ["Softmax, ArcFace"]


def test_another_name_takes_the_place_of_the_old(hub: Hub) -> None:
    at = press(saved_as("One", **PAIR), "rename_0")
    assert at.text_input(key="keep.renamed").value == "One"
    at.text_input(key="keep.renamed").input("Uno")
    assert names(press(at, "keep.rename")) == ["Uno"]


def test_a_deleted_one_comes_back(hub: Hub) -> None:
    at = press(saved_as("One", **PAIR), "delete_0")
    assert names(at) == names(opened()) == []
    assert names(press(at, "keep.undo")) == names(opened()) == ["One"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "The comparison needs a name."),
        ("x" * 65, "A name has at most 64 signs, this one has 65."),
        ("One", "Another comparison is already called “One”."),
    ],
)
def test_a_bad_name_gets_one_sentence(hub: Hub, name: str, said: str) -> None:
    at = saved_as("One")
    at.text_input(key="keep.name").input(name)
    press(at, "keep.save")
    assert [warning.value.replace("\\", "") for warning in at.warning] == [said]
    assert names(at) == ["One"]


def test_a_name_is_text_and_nothing_else(hub: Hub) -> None:
    at = saved_as("**b** [x](http://evil.example) :red[r]")
    (shown,) = names(at)
    assert "**" not in shown
    assert "](" not in shown


def test_a_browser_without_cookies_is_told_why_it_cannot_save(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_saved, "who", lambda: NOBODY)
    at = opened()
    assert T("keep.nobody") in [caption.value for caption in at.caption]
    assert not [button for button in at.button if button.key == "keep.save"]


@pytest.mark.parametrize("kind", ["gif", "slides"])
def test_the_stage_is_told_once_what_to_draw(hub: Hub, kind: str) -> None:
    def told(at: AppTest) -> Any:
        return stage(at).get("take")

    at = press(opened(), f"keep.{kind}")
    assert told(at) == {"kind": kind, "nth": 1}
    assert told(at.run()) is None
    assert told(press(at, f"keep.{kind}"))["nth"] == 2
