"""The plane of similarities as a page: the runs that it offers, and that its sentence is true of its settings."""

from __future__ import annotations

import pages_opened
import pytest
from streamlit.testing.v1 import AppTest

from lossviz.ui.places import CIRCLE
from lossviz.ui.training import recording


def opened(**link: str) -> AppTest:
    return pages_opened.opened(CIRCLE, **link)


def test_the_plane_offers_the_run_of_a_link() -> None:
    key = recording("arcface").key
    at = opened(view="run", run=key)
    assert at.query_params["run"] == key
    assert [finding.value for finding in at.info] == []


def test_a_run_that_nobody_knows_is_refused_and_the_recorded_one_shown() -> None:
    at = opened(view="run", run="0" * 32)
    assert "run must be one of Circle loss" in at.info[0].value
    assert "run" not in at.query_params


@pytest.mark.parametrize(
    ("link", "told"),
    [({}, "where the arrows point"), ({"m": "0.35", "points": "tt"}, "T and T′"), ({"points": "tt"}, "arrows point"),
     ({"view": "gradients"}, "height of the surfaces"), ({"view": "run"}, "the boundary"),
     ({"view": "run", "pairs": "hardest"}, "worst pair")],
)  # fmt: skip
def test_the_plane_says_what_is_true_of_its_settings(link: dict[str, str], told: str) -> None:
    assert told in " ".join(text.value for text in opened(**link).markdown[:3])
