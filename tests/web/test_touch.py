"""Neighbours over HTTP: checked numbers, and null where a run has no keyframes."""

from __future__ import annotations

import json

import pytest
import sources
from fakes import ANN, play, recipe
from site_client import Site
from test_looks import PAIRS, kept

from lossviz.runs import Hub


def test_neighbours_come_as_json(site: Site, hub: Hub) -> None:
    run = kept(hub, recipe(1), PAIRS, 0)
    answer = site.get(f"/lv/neighbours/{run.key}/3/5")
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(answer.content) == hub.looks.of_point(run, 3, 5)


def test_a_run_without_keyframes_has_none(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe))
    assert json.loads(site.get(f"/lv/neighbours/{run.key}/0/0").content) is None


@pytest.mark.parametrize(
    "path", ["{key}/-1/0", "{key}/0/x", "{key}/0/1234567", "{key}/00/1", "%2e%2e/0/0", "0" * 32 + "/0/0"]
)
def test_what_is_no_run_frame_or_point_is_not_found(site: Site, hub: Hub, path: str) -> None:
    key = kept(hub, recipe(1), PAIRS, 0).key
    assert site.get(f"/lv/neighbours/{path.format(key=key)}").status == 404


def test_a_drawn_digit_s_places_come_as_json(site: Site, hub: Hub) -> None:
    run, digest = kept(hub, recipe(1), PAIRS), hub.drawings.keep(b"\1" * 784)
    assert json.loads(site.get(f"/lv/drawn/{run.key}/{digest}").content) == {"keyframes": [], "complete": False}


@pytest.mark.parametrize("digest", ["0" * 32, "%2e%2e", "x" * 9000])
def test_a_digit_that_nobody_drew_is_not_found(site: Site, hub: Hub, digest: str) -> None:
    run = kept(hub, recipe(1), PAIRS)
    assert site.get(f"/lv/drawn/{run.key}/{digest}").status == 404
