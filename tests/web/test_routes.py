"""Tapes, packs and health over HTTP."""

import gzip
import json
from pathlib import Path

import pytest
import sources
from fakes import ANN, AtOnce, Clock, FakeExecutor, play, recipe
from site_client import Site

from lossviz import pack
from lossviz.runs import Hub, Outcome, Store
from lossviz.web.routes import verdict

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


def test_health_is_bad_once_workers_were_missing_for_half_a_minute(site: Site, hub: Hub, clock: Clock) -> None:
    hub.slots(set())
    clock.now += 30.0
    assert site.get("/healthz").status == 200
    clock.now += 0.1
    answer = site.get("/healthz")
    assert (answer.status, json.loads(answer.content)["status"]) == (503, "no workers")
    hub.slots({"w2"})
    assert json.loads(site.get("/healthz").content)["status"] == "ok"


def test_health_is_bad_when_workers_never_came(tmp_path: Path, clock: Clock) -> None:
    hub = Hub(Store(tmp_path, writer=AtOnce()), lambda _: FakeExecutor(), clock=clock)
    clock.now += 100.0
    assert verdict(hub.health(), None) == "ok"  # nobody has asked for them yet
    hub.start()
    clock.now += 31.0
    assert verdict(hub.health(), None) == "no workers"


@pytest.mark.parametrize(("free", "status"), [(63, "disk full"), (64, "ok"), (None, "ok")])
def test_health_is_bad_when_the_largest_tape_might_not_fit(hub: Hub, free: int | None, status: str) -> None:
    assert verdict(hub.health(), free) == status
