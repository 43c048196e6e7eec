"""Runs on a scheduler and workers that somebody else has started, and what happens when they are lost."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sources
from fakes import ANN, BOB, recipe, until

from lossviz.params import Refusal
from lossviz.runs import Hub, Run, Store
from lossviz.runs.cluster import Cluster
from lossviz.runs.run import frame_header
from lossviz.runs.scheduler import TLS, Foreign, foreign
from tests.dasks import Dasks, certificates

SEEDS = itertools.count(1)
COMING = 60.0


@contextmanager
def served(dasks: Dasks, workers: int, **environment: str) -> Iterator[Hub]:
    """A hub beside that scheduler, once its workers are there."""
    made = Hub(
        Store(dasks.folder / "home"), lambda hub: Cluster(hub, foreign(dasks.address, environment), "sources:scripted")
    )
    try:
        dasks.start_scheduler()
        for _ in range(workers):
            dasks.start_worker()
        made.start()
        until(lambda: made.health()["workers"] == workers, COMING)
        yield made
    finally:
        made.close()
        dasks.close()


@pytest.fixture(scope="module")
def dasks(tmp_path_factory: pytest.TempPathFactory) -> Dasks:
    return Dasks(tmp_path_factory.mktemp("dasks"), Path(sources.__file__).parent)


@pytest.fixture(scope="module")
def hub(dasks: Dasks) -> Iterator[Hub]:
    with served(dasks, workers=2) as made:
        yield made


def started(hub: Hub, visitor: str, **knobs: Any) -> Run:
    run = hub.submit(recipe(next(SEEDS), **knobs), visitor)
    until(lambda: run.frames > 6, COMING)
    return run


def numbers(run: Run) -> list[int]:
    return [frame_header(entry)["n"] for entry in run.records[1:-1]]


def test_a_lost_worker_fails_its_run_and_the_scheduler_does_not_begin_it_again(hub: Hub) -> None:
    victim, other = started(hub, ANN, frames=400, pace=0.02, every=5), started(hub, BOB, frames=100, pace=0.03)
    os.kill(int(victim.last["readings"]["pid"]), signal.SIGKILL)
    until(lambda: not victim.live)
    frames = victim.frames
    until(lambda: hub.health()["workers"] == 2, COMING)
    until(lambda: not other.live, COMING)
    assert (victim.state, victim.error, victim.frames) == ("failed", ("state.process_died", {}), frames)
    assert (other.state, other.frames) == ("finished", 100)


def test_when_the_scheduler_is_lost_runs_wait_and_each_finishes_once(hub: Hub, dasks: Dasks) -> None:
    run = started(hub, ANN, frames=60, pace=0.05, every=5)
    waiting = hub.submit(recipe(next(SEEDS)), ANN)
    dasks.kill_scheduler()
    assert until(lambda: hub.trouble) < 10.0
    assert hub.trouble == "runs.cluster_lost"
    assert (run.state, waiting.state) == ("queued", "queued")
    dasks.close()  # workers end with their scheduler
    dasks.start_scheduler()
    dasks.start_worker()
    dasks.start_worker()
    until(lambda: not run.live and not waiting.live, COMING)
    assert hub.trouble is None
    assert (run.state, run.attempt, numbers(run)) == ("finished", 2, list(range(60)))
    assert (waiting.state, numbers(waiting)) == ("finished", [0, 1, 2])


def test_a_connection_that_falls_silent_is_given_up_and_found_again(
    hub: Hub, dasks: Dasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lossviz.runs.cluster.PATIENCE", 1.0)
    run = started(hub, ANN, frames=80, pace=0.05, every=5)
    assert dasks.scheduler is not None
    os.kill(dasks.scheduler.pid, signal.SIGSTOP)
    assert until(lambda: hub.trouble) < 10.0
    os.kill(dasks.scheduler.pid, signal.SIGCONT)
    until(lambda: not run.live, COMING)
    assert (run.state, run.attempt, numbers(run)) == ("finished", 2, list(range(80)))


def test_a_scheduler_with_tls_is_reached_with_certificates_and_not_without(tmp_path: Path) -> None:
    files = certificates(tmp_path)
    dasks = Dasks(tmp_path, Path(sources.__file__).parent, files)
    with served(dasks, 1, **dict(zip(TLS, map(str, files), strict=True))) as hub:
        run = hub.submit(recipe(next(SEEDS)), ANN)
        until(lambda: not run.live, COMING)
        assert run.state == "finished"
        stranger = Hub(
            Store(tmp_path / "other"), lambda hub: Cluster(hub, Foreign(dasks.address.replace("tls", "tcp")))
        )
        stranger.start()
        until(lambda: stranger.trouble, COMING)
        stranger.close()


# what LOSSVIZ_SCHEDULER may say


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1:8786",
        "tcp://127.0.0.1",
        "http://127.0.0.1:8786",
        "tcp://127.0.0.1:0",
        "tcp://a b:1",
        "tcp://h:١",
        "x" * 999,
    ],
)
def test_an_address_that_is_none_is_refused_by_name(address: str) -> None:
    with pytest.raises(Refusal, match=r"LOSSVIZ_SCHEDULER must be tcp://host:port or tls://host:port, got"):
        foreign(address, {})


@pytest.mark.parametrize("address", ["tcp://8.8.8.8:8786", "tcp://[2001:4860:4860::8888]:8786"])
def test_a_public_address_needs_tls(address: str) -> None:
    with pytest.raises(Refusal, match="must use tls://"):
        foreign(address, {})


@pytest.mark.parametrize(("address", "warned"), [("tcp://10.0.0.7:8786", True), ("tcp://127.0.0.1:8786", False)])
def test_a_private_address_without_tls_is_a_warning(
    address: str, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    foreign(address, {})
    assert ("can run programs on its workers" in caplog.text) is warned


@pytest.mark.parametrize("missing", TLS)
def test_tls_needs_its_three_files(missing: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    environment = {name: str(tmp_path / "file") for name in TLS if name != missing}
    with pytest.raises(Refusal, match=f"{missing} must name a file"):
        foreign("tls://8.8.8.8:8786", environment)
