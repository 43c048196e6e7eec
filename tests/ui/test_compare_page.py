"""The compare page as Streamlit runs it: links, presets, shared settings, and what it says of the panels."""

from __future__ import annotations

import json
from typing import Any

import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.catalog.comparison import USUAL, from_link
from lossviz.catalog.presets import PRESETS
from lossviz.text import LANGUAGES, translator
from lossviz.ui.compare import titles
from lossviz.ui.places import COMPARE, PAGES
from lossviz.ui.training import recording

T = translator("en")


def opened(**link: str) -> AppTest:
    return pages_opened.opened(COMPARE, **link)


def stage(at: AppTest) -> dict[str, Any]:
    """What the stage was handed."""
    mounted = [json.loads(element.proto.json)[0] for element in at.get("bidi_component")]
    return next(data for data in mounted if "panels" in data)


def link(at: AppTest) -> dict[str, str]:
    found = {name: at.query_params[name] for name in at.query_params if name != "lang"}
    return {name: value if isinstance(value, str) else value[0] for name, value in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_opens_with_four_recorded_runs_in_every_language(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("compare.four")
    shown = stage(at)
    assert [panel["key"] for panel in shown["panels"]] == [recording(loss).key for loss in USUAL]
    assert "note" not in shown["panels"][0]
    assert shown["words"]["columns"]["map"][0] == "MAP@R"


def test_a_link_opens_its_losses_and_settings() -> None:
    at = opened(a="softmax", b="arcface;m:0.5", seed="3", axes="shared", clock="free")
    assert [at.selectbox(key=f"side_loss_{i}").value for i in range(2)] == ["softmax", "arcface"]
    assert at.text_input(key="control.seed").value == "3"
    assert stage(at)["together"] == {"axes": "shared", "clock": "free"}
    assert link(at) == {"a": "softmax", "b": "arcface;m:0.5", "seed": "3", "axes": "shared", "clock": "free"}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("a", "magface", "magface"), ("b", "arcface;m:3", "got 3"), ("axes", "mine", "mine"), ("run", "x", "run"),
        ("seed", "١٢", "seed"), ("a", ";;;:::", "loss"), ("d", "x" * 5000, "loss"), ("lr", "0.1", "lr"),
    ],
)  # fmt: skip
def test_no_link_can_break_the_page_and_every_refusal_names_what_came(name: str, value: str, said: str) -> None:
    at = opened(**{name: value})
    assert said in at.info[0].value.replace("\\", "")


def test_another_loss_takes_the_place_of_one_and_stands_in_the_link() -> None:
    at = opened(a="softmax", b="arcface")
    at.selectbox(key="side_loss_1").select("sphereface").run()
    assert link(at) == {"a": "softmax", "b": "sphereface"}
    assert stage(at)["panels"][1]["key"] == catalog.resolve(loss="sphereface").key


def test_pairs_for_one_are_pairs_for_all_and_the_page_says_so() -> None:
    at = opened(a="softmax", b="triplet_semihard")
    assert "every loss draws the same P × K batches" in at.markdown[0].value
    assert at.text_input(key="control.k_samples").value == "16"
    assert stage(at)["panels"][0]["note"] == "A recording with other settings"
    assert at.button(key="train").label == "Train 1 run"


def test_losses_are_added_and_removed_within_two_to_four() -> None:
    at = opened(a="softmax", b="arcface")
    at.button(key="add_side").click().run()
    assert link(at) == {"a": "softmax", "b": "arcface", "c": "center"}
    at.button(key="drop_0").click().run()
    assert link(at) == {"a": "arcface", "b": "center"}
    assert not [button for button in at.button if str(button.key).startswith("drop_")]


def test_a_shared_setting_reaches_every_panel() -> None:
    at = opened()
    at.text_input(key="control.epochs").input("5").run()
    assert link(at)["epochs"] == "5"
    assert at.button(key="train").label == "Train 4 runs"


def test_a_refused_setting_is_said_and_the_old_one_kept() -> None:
    at = opened()
    at.text_input(key="control.epochs").input("999").run()
    assert "epochs must lie in 1 … 200, got 999" in at.info[0].value.replace("\\", "")
    assert at.text_input(key="control.epochs").value == "20"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_comparison_of_a_paper_is_a_link_that_is_chosen_in_the_list(preset: Any) -> None:
    made, refusals = from_link(preset.link)
    assert refusals == []
    assert len({r.key for r in made.recipes}) == len(preset.sides)
    assert opened(**preset.link).selectbox(key="preset").value == preset.id


def test_the_usual_comparison_is_nobodys() -> None:
    assert opened().selectbox(key="preset").value is None
    assert set(USUAL) <= set(catalog.losses())


def test_equal_names_tell_what_differs() -> None:
    recipes = [catalog.resolve(loss="cosface", s=s) for s in (16.0, 30.0)]
    assert titles(recipes, T) == ["CosFace, m = 0.10, Scale s 16", "CosFace, m = 0.10, Scale s 30"]


@pytest.mark.parametrize("page", ["train.py", "losses.py"])
def test_other_pages_lead_here_with_their_loss(page: str) -> None:
    at = AppTest.from_file(str(pages_opened.ENTRY), default_timeout=30)
    at.query_params["loss"] = "sphereface"
    at.switch_page(str(PAGES / page)).run()
    links = [element.proto for element in at.get("page_link")]
    assert [link.query_string for link in links if link.page == "compare"] == ["a=sphereface&lang=en"]
