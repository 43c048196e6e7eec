"""Own data compared: a link to uploaded images, their run in the panels, and their names beside them."""

from __future__ import annotations

import numpy as np
import pytest
import sources
from fakes import play
from test_compare_page import link, opened, stage

from lossviz import catalog, own
from lossviz.catalog.comparison import from_link
from lossviz.frame import FRAME, Frame, record
from lossviz.own import example
from lossviz.runs import Hub
from lossviz.ui.desk import PLACE, Desk
from lossviz.web.visitor import NOBODY


@pytest.fixture
def shapes(hub: Hub) -> str:
    """Uploaded images of three classes, by id."""
    brought = own.read([("shapes.npz", example.images())])
    assert isinstance(brought, own.Images)
    return own.keep_images(brought, NOBODY)


def test_a_link_compares_losses_on_uploaded_images(shapes: str) -> None:
    at = opened(a="softmax", b="triplet_semihard", data=shapes)
    assert not at.info
    assert at.selectbox(key="control.data").value == shapes
    assert "shapes.npz" in at.selectbox(key="control.data").options
    assert at.text_input(key="control.p_classes").value == "3"
    assert at.button(key="train").label == "Train 2 runs"
    assert link(at) == {"a": "softmax", "b": "triplet_semihard", "data": shapes}


def test_its_runs_come_into_the_panels_with_the_names_of_the_classes(shapes: str, hub: Hub) -> None:
    settings = {"a": "softmax", "b": "arcface", "data": shapes}
    for recipe in from_link(settings)[0].recipes:
        shown = Frame(n=0, step=0, epoch=0, points=np.eye(2), readings={"loss": 1.0})
        play(hub, hub.submit(recipe, NOBODY), [sources.header(recipe), record(FRAME, shown.pack())])
    at = opened(**settings)
    assert [panel["key"] for panel in stage(at)["panels"]] == [r.key for r in from_link(settings)[0].recipes]
    assert "0 circle · 1 cross · 2 square" in [caption.value for caption in at.caption]


def test_images_that_are_gone_are_said_and_the_usual_digits_compared(hub: Hub) -> None:
    at = opened(a="softmax", b="arcface", data="own-" + "0" * 32)
    assert len(at.info) == 1
    assert at.selectbox(key="control.data").value == catalog.fields()["data"].default


def test_what_was_brought_on_the_training_page_is_offered(shapes: str) -> None:
    at = opened()
    at.session_state[PLACE] = Desk(catalog.resolve(), uploaded=(shapes,))
    at.run()
    assert not at.exception
    assert "shapes.npz" in at.selectbox(key="control.data").options
