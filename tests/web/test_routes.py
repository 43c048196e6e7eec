"""Tapes, packs and health over HTTP."""

import gzip
import json

import pytest
import sources
from fakes import ANN, play, recipe
from site_client import Site

from lossviz import pack
from lossviz.runs import Hub, Outcome

PACKED = b"LVP1 and more"
DIGEST = pack.digest(PACKED)


def test_a_finished_tape_is_there_for_ever(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, 1, Outcome("finished"))
    answer = site.get(f"/lv/tape/{run.key}")
    assert answer.content == b"".join(run.records)
    assert "immutable" in answer.headers["cache-control"]


def test_a_stopped_tape_is_not_kept_by_the_browser(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:2])
    hub.stop(run.key, ANN)
    assert site.get(f"/lv/tape/{run.key}").headers["cache-control"] == "no-store"


def test_a_live_run_has_no_tape_yet(site: Site, hub: Hub) -> None:
    assert site.get(f"/lv/tape/{hub.submit(recipe(1), ANN).key}").status == 404


@pytest.mark.parametrize("what", ["tape", "pack"])
@pytest.mark.parametrize("name", ["0" * 32, "A" * 32, "%2e%2e", "x" * 9000])
def test_what_is_not_there_and_what_is_no_key_look_alike(site: Site, what: str, name: str) -> None:
    answer = site.get(f"/lv/{what}/{name}")
    assert (answer.status, answer.content) == (404, b"No such run")


def test_a_pack_comes_zipped_and_stays(site: Site, hub: Hub) -> None:
    hub.store.keep_pack(DIGEST, pack.zipped(PACKED))
    answer = site.get(f"/lv/pack/{DIGEST}")
    assert gzip.decompress(answer.content) == PACKED
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]


def test_health_tells_what_there_is(site: Site, hub: Hub) -> None:
    hub.submit(recipe(1), ANN)
    hub.submit(recipe(2), "b" * 32)
    found = json.loads(site.get("/healthz").content)
    assert (found["state"], found["workers"], found["running"], found["waiting"]) == ("ready", 1, 1, 1)
    assert found["saving"] is True
    assert found["disk_free_mb"] > 0


def test_health_is_bad_while_workers_are_missing(site: Site, hub: Hub) -> None:
    hub.start()
    hub.slots(set())
    assert site.get("/healthz").status == 503
