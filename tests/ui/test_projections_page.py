"""The page of projections: what it opens with, what it asks for, and what it says of a space that is not there."""

from __future__ import annotations

import numpy as np
import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz import own
from lossviz.catalog.projections import METHODS
from lossviz.params import Refusal
from lossviz.runs import Hub
from lossviz.text import LANGUAGES, translator
from lossviz.ui import projections, projections_page, study
from lossviz.ui.boards.projections import BOARD
from lossviz.ui.places import PROJECTIONS
from lossviz.web.visitor import NOBODY


def opened(**link: str) -> AppTest:
    return pages_opened.opened(PROJECTIONS, **link)


@pytest.fixture(autouse=True)
def nobody(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "who", lambda: NOBODY)


@pytest.fixture
def brought(hub: Hub) -> str:
    """The id of an upload of 300 points in 8 dimensions, of which the class `c` has none."""
    chance = np.random.default_rng(0)
    points = own.Points(
        file="mine.csv",
        features=chance.normal(size=(300, 8)).astype(np.float32),
        labels=chance.integers(0, 2, 300).astype(np.uint8),
        rows=np.arange(300, dtype=np.uint32),
        classes=("a", "b", "c"),
        all=300,
    )
    return own.keep_features(points, NOBODY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_a_picture_and_nothing_to_ask(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("projections.title")
    assert "projections_work" not in [button.key for button in at.button]
    assert not at.info


def test_three_projections_of_a_recorded_space_are_known() -> None:
    t = translator("en")
    space = projections.opening(t)
    questions = space.projections(BOARD.defaults)
    points = space.found(BOARD.defaults)
    assert points is not None
    given = projections.handed(space, points, questions, t)
    assert list(given["projections"]) == list(METHODS)
    assert [given["projections"][method]["of"][1] for method in METHODS] == [1000] * 3
    assert given["projections"]["umap"]["epochs"][-1] == 500


def test_only_what_a_setting_changes_is_asked_for_anew() -> None:
    at = opened(perplexity="50")
    assert "Not worked out yet: t-SNE" in " ".join(caption.value for caption in at.caption)
    assert at.button(key="projections_work").label == "Work out the pictures"


def test_a_link_begins_nothing_and_a_press_asks(hub: Hub) -> None:
    at = opened(perplexity="50")
    question = projections.opening(translator("en")).projections({**BOARD.defaults, "perplexity": 50.0})["tsne"]
    assert hub.studies.of(question).stage == "absent"
    at.button(key="projections_work").click().run()
    assert hub.studies.of(question).stage == "working"


@pytest.mark.parametrize("link", [{"points": "500"}, {"digits": "train"}])
def test_points_that_a_recording_cannot_give_lead_to_training_it(link: dict[str, str]) -> None:
    """It keeps no weights, so a button that asks for them would fail."""
    at = opened(**link)
    assert "projections_work" not in [button.key for button in at.button]
    assert "Same start again" in " ".join(caption.value for caption in at.caption)
    assert at.get("page_link")[0].proto.label == "Train this space"
    assert "dim=64" in at.get("page_link")[0].proto.query_string


def test_a_space_that_is_gone_is_told_and_the_recorded_one_shown() -> None:
    at = opened(source="0" * 32)
    assert "not here any more" in at.info[0].value


def test_an_upload_is_asked_for_and_the_recorded_space_shown_meanwhile(brought: str) -> None:
    at = opened(source=brought)
    assert "not worked out yet" in at.info[0].value
    assert at.query_params["source"] == brought


def test_an_upload_keeps_all_its_dimensions(brought: str) -> None:
    space = projections.space_of(brought, translator("en"))
    assert space is not None
    assert (space.dim, space.title) == (8, "“mine.csv”, d = 8")
    points = space.found({**BOARD.defaults, "points": 200})
    assert points is not None
    assert projections.material(points)["features"].shape == (200, 8)


def test_an_upload_that_was_changed_is_gone(brought: str) -> None:
    assert own.features(brought[:-1] + ("0" if brought[-1] != "0" else "1")) is None


def test_images_are_sent_to_the_training_page() -> None:
    assert str(Refusal("projections.images", file="a.npz")) == "“a.npz” holds images: the Train page takes those"


def test_a_class_without_a_point_is_named(brought: str) -> None:
    t = translator("en")
    space = projections.space_of(brought, t)
    assert space is not None
    points = space.found(BOARD.defaults)
    assert points is not None
    now = projections_page.View(
        space=space, values=BOARD.defaults, points=points, questions={}, shown=space, drawn=points, known={}
    )
    assert "Of c there is no point." in projections_page.notes(now, t)
