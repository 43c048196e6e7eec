"""Own data on the training page: what becomes of a file, in which words, and what a link to it opens."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from test_pages import opened

sys.path.insert(0, str(Path(__file__).parent.parent / "own"))

import strange

from lossviz import own
from lossviz.own import example
from lossviz.text import LANGUAGES, translator
from lossviz.ui.bringing import FILES
from lossviz.web.visitor import NOBODY

NAMES = ("![b](http://evil.example/n.png).npz", "<img src=x onerror=alert(1)>.npz", ":red[y].npz")
GONE = "own-" + "0" * 32


@pytest.fixture(autouse=True)
def visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lossviz.ui.bringing.who", lambda: NOBODY)


def brought(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    for name, data in files:
        at.file_uploader(key=FILES).upload(name, data)
    at.run()
    assert not at.exception
    return at


def plain(text: str) -> str:
    return text.replace("\\", "")


def said(at: AppTest) -> str:
    return plain(" ".join(m.value for m in at.markdown))


@pytest.mark.parametrize("language", LANGUAGES)
def test_images_become_the_data_set_of_the_controls(language: str) -> None:
    at = brought(opened("train.py", lang=language), ("shapes.npz", example.images()))
    id = at.selectbox(key="control.data").value
    assert own.is_own(id)
    assert at.query_params["data"] in (id, [id])
    assert "shapes.npz" in at.selectbox(key="control.data").options
    sentence = translator(language)("own.images", file="shapes.npz", n=180, classes=3, train=144, probe=36)
    assert sentence in said(at)
    assert at.button(key="train") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_embeddings_are_drawn_at_once(language: str) -> None:
    at = brought(opened("train.py", lang=language), ("clouds.csv", example.points()))
    t = translator(language)
    assert plain(at.title[0].value) == t("own.points_title", file="clouds.csv")
    assert t("own.points", file="clouds.csv", n=180, classes=3, dim=2) in said(at)
    at.button(key="own_back").click().run()
    assert plain(at.title[0].value) != t("own.points_title", file="clouds.csv")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_one_sentence_and_costs_nothing_else(language: str) -> None:
    at = opened("train.py", lang=language, loss="triplet", seed="3")
    brought(at, ("nan.csv", b"x,y,label\n0,1,0\nnan,1,0\n"))
    fields = {"file": "nan.csv", "row": 3, "column": "x", "value": "nan"}
    assert [plain(error.value) for error in at.error] == [translator(language)("own.number", **fields)]
    assert at.selectbox(key="control.loss").value == "triplet"
    assert at.text_input(key="control.seed").value == "3"


def test_a_link_opens_uploaded_images_again() -> None:
    first = brought(opened("train.py"), ("shapes.npz", example.images()))
    id = first.selectbox(key="control.data").value
    at = opened("train.py", data=id)
    assert at.selectbox(key="control.data").value == id
    assert "shapes.npz" in plain(at.caption[0].value + " ".join(c.value for c in at.caption))


def test_a_link_opens_uploaded_embeddings_again() -> None:
    first = brought(opened("train.py"), ("clouds.csv", example.points()))
    points = first.query_params["points"]
    at = opened("train.py", points=points if isinstance(points, str) else points[0])
    assert "clouds.csv" in plain(at.title[0].value)


@pytest.mark.parametrize("name", ["data", "points"])
@pytest.mark.parametrize("value", [GONE, "own-../../etc/passwd", "own-<b>x</b>"])
def test_a_link_to_what_is_not_here_opens_the_usual_page_with_a_notice(name: str, value: str) -> None:
    at = opened("train.py", **{name: value})
    assert len(at.info) == 1
    assert at.selectbox(key="control.data").value == "mnist5k"
    assert "own" not in at.title[0].value


def test_other_controls_bring_the_run_back_into_the_picture() -> None:
    at = brought(opened("train.py", loss="softmax"), ("clouds.csv", example.points()))
    at.selectbox(key="control.loss").select("arcface").run()
    assert "ArcFace" in at.title[0].value
    assert not own.is_own(str(at.query_params.get("points", "")))


@pytest.mark.parametrize("name", NAMES)
def test_names_of_files_and_classes_are_literal(name: str) -> None:
    names = b'id,name\n0,"![b](http://evil.example/p.png)"\n1,"<a href=x>7</a>"\n'
    at = brought(opened("train.py"), (name, strange.images()), ("names.csv", names))
    for text in (*at.markdown, *at.caption, *at.info, *at.error):
        assert "![b](" not in text.value
        assert not re.search(r"(?<!\\)<", text.value)
        assert ":red[" not in text.value


def test_two_files_of_data_are_refused_and_one_taken_away_is_enough() -> None:
    at = brought(opened("train.py"), ("a.npz", example.images()), ("b.csv", example.points()))
    assert len(at.error) == 1
    at.file_uploader(key=FILES).clear()
    brought(at, ("a.npz", example.images()))
    assert not at.error
