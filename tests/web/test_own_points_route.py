"""Uploaded embeddings over HTTP, for whoever has their id."""

from __future__ import annotations

import pytest
from site_client import Site

from lossviz import own
from lossviz.own import example


def test_the_tape_of_uploaded_embeddings_is_there_for_who_has_its_id(site: Site) -> None:
    brought = own.read([("clouds.csv", example.points())])
    assert isinstance(brought, own.Points)
    tape = own.tape_of(brought)
    answer = site.get(f"/lv/own/{own.keep_points(tape, 'a' * 32)}")
    assert answer.content == tape.to_bytes()
    assert "private" in answer.headers["cache-control"]


@pytest.mark.parametrize("id", ["own-" + "0" * 32, "own-%2e%2e", "0" * 32, "x" * 9000])
def test_what_is_not_there_and_what_is_no_id_look_alike(site: Site, id: str) -> None:
    answer = site.get(f"/lv/own/{id}")
    assert (answer.status, answer.content) == (404, b"No such run")
