"""Real worker processes: a run end to end, and everything that may happen to one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sources
from fakes import ANN, BOB, CAT, recipe, until

from lossviz import catalog
from lossviz.frame import ENDING, FRAME, TAPE, Frame, records
from lossviz.params import Refusal
from lossviz.runs import Hub, Run, Store
from lossviz.runs.cluster import Cluster
from lossviz.runs.host import KEPT_MEMORY
from lossviz.runs.run import frame_header
from lossviz.runs.scheduler import workers_wanted


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """Two workers that run what `sources.scripted` says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(sources.__file__).parent))
        made = Hub(Store(tmp_path_factory.mktemp("home")), lambda hub: Cluster(hub, 2, "sources:scripted"))
        made.start()
        until(lambda: made.health()["workers"] == 2, seconds=30)
        yield made
        made.close()


@pytest.fixture(scope="module")
def real_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """One worker that trains."""
    made = Hub(Store(tmp_path_factory.mktemp("real")), lambda hub: Cluster(hub, 1))
    yield made
    made.close()


SEEDS = iter(range(1, 1000))


def started(hub: Hub, visitor: str, **knobs: Any) -> Run:
    """A run that has shown its first frame."""
    run = hub.submit(recipe(next(SEEDS), **knobs), visitor)
    until(lambda: run.frames)
    return run


def process_of(run: Run) -> int:
    """The process that trains it."""
    return int(run.last["readings"]["pid"])


def test_a_real_run_from_recipe_to_tape(real_hub: Hub) -> None:
    run = real_hub.submit(catalog.resolve(epochs=1), ANN)
    until(lambda: not run.live, seconds=60)
    assert run.state == "finished"
    kinds = [entry[:4] for entry in run.records]
    assert kinds == [TAPE, *[FRAME] * (len(kinds) - 2), ENDING]
    frames = [Frame.unpack(packed) for magic, packed in records(b"".join(run.records)) if magic == FRAME]
    assert [frame.n for frame in frames] == list(range(run.header["frames"]))
    assert run.final["readings"]["knn_accuracy"] > 0.2
    real_hub.store.flush()
    assert real_hub.store.tape(run.key) == b"".join(run.records)
    until(lambda: real_hub.pack(run.header["pack"]))


def test_a_real_run_that_was_stopped_goes_on_to_the_same_bits(real_hub: Hub) -> None:
    from lossviz.engine import recorded

    run = real_hub.submit(catalog.resolve(epochs=1, seed=1), ANN)
    until(lambda: run.frames > 12, seconds=60)
    real_hub.stop(run.key, ANN)
    until(lambda: (real_hub.revivable(run) or 0) >= run.last["step"], seconds=60)
    again = real_hub.revive(run.key, ANN)
    assert again is not None
    until(lambda: not again.live, seconds=60)
    undisturbed = [entry for entry in recorded(run.recipe) if entry[:4] == FRAME]
    assert [entry for entry in again.records if entry[:4] == FRAME] == undisturbed


def test_killing_a_worker_fails_its_run_and_no_other(hub: Hub) -> None:
    victim = started(hub, ANN, frames=500, pace=0.02)
    other = started(hub, BOB, frames=40, pace=0.05)
    waiting = hub.submit(recipe(next(SEEDS), frames=3), CAT)
    assert waiting.state == "queued"
    os.kill(process_of(victim), signal.SIGKILL)
    assert until(lambda: not victim.live) < 2.0
    assert victim.error == ("state.process_died", {})
    assert victim.frames
    until(lambda: not (other.live or waiting.live))
    assert (other.state, other.frames) == ("finished", 40)
    assert (waiting.state, waiting.frames) == ("finished", 3)
    until(lambda: hub.health()["workers"] == 2)


def test_workers_do_not_load_streamlit(hub: Hub) -> None:
    run = started(hub, ANN, frames=1)
    assert run.last["readings"]["streamlit"] == 0.0


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux tells a process's environment")
def test_workers_keep_freed_memory_for_the_next_step(hub: Hub) -> None:
    run = started(hub, ANN, frames=1)
    told = Path(f"/proc/{process_of(run)}/environ").read_text().split("\0")
    assert {f"{name}={size}" for name, size in KEPT_MEMORY.items()} <= set(told)


def test_stop_frees_the_worker_within_a_second(hub: Hub) -> None:
    run = started(hub, ANN, frames=500, pace=0.05)
    assert hub.stop(run.key, ANN)
    assert run.state == "stopped"
    assert until(lambda: hub.health()["running"] == 0) < 1.0


def test_pause_holds_and_step_trains_one_step(hub: Hub) -> None:
    run = started(hub, ANN, frames=500, pace=0.02)
    assert hub.pause(run.key, ANN)
    time.sleep(0.3)
    held = run.frames
    time.sleep(0.3)
    assert run.frames == held
    hub.step(run.key, ANN)
    time.sleep(0.3)
    assert run.frames == held + 1
    assert run.glance is not None
    assert frame_header(run.glance)["step"] == run.last["step"]
    hub.resume(run.key, ANN)
    until(lambda: run.frames > held + 3)
    hub.stop(run.key, ANN)


def test_a_held_run_waits_before_its_first_step(hub: Hub) -> None:
    run = hub.submit(recipe(next(SEEDS), frames=3), ANN, held=True)
    until(lambda: run.frames)
    time.sleep(0.3)
    assert (run.state, run.frames) == ("paused", 1)
    hub.resume(run.key, ANN)
    until(lambda: run.state == "finished")


def test_a_frozen_worker_is_given_up_and_replaced(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    run = started(hub, ANN, frames=500, pace=0.02)
    frozen = process_of(run)
    monkeypatch.setattr(hub, "_no_progress", 1.0)
    os.kill(frozen, signal.SIGSTOP)
    assert until(lambda: not run.live) < 3.0
    assert run.error == ("state.no_progress", {"seconds": 1})
    until(lambda: hub.health()["workers"] == 2, seconds=30)
    assert not alive(frozen)


def test_a_fault_of_the_engine_is_a_number_in_the_log(hub: Hub) -> None:
    run = hub.submit(recipe(next(SEEDS), frames=3, fault="bug"), ANN)
    until(lambda: not run.live)
    assert run.error is not None
    assert run.error[0] == "notice.error"
    assert run.error[1]["id"]


def test_a_refusal_in_the_worker_keeps_its_words(hub: Hub) -> None:
    run = hub.submit(recipe(next(SEEDS), frames=3, fault="refusal"), ANN)
    until(lambda: not run.live)
    assert run.error == ("refuse.device", {"device": "CUDA"})


def test_when_all_workers_are_lost_the_run_goes_on_from_its_checkpoint_on_new_ones(hub: Hub) -> None:
    run = started(hub, ANN, frames=60, pace=0.02, every=5)
    until(lambda: run.frames > 12)
    os.kill(parent(process_of(run)), signal.SIGKILL)
    until(lambda: not run.live, seconds=30)
    assert (run.state, run.attempt, run.frames) == ("finished", 2, 60)
    assert run.last["readings"]["begun"] > 10
    assert [frame_header(entry)["n"] for entry in run.records[1:-1]] == list(range(60))


def test_a_killed_run_goes_on_from_its_checkpoint_when_asked(hub: Hub) -> None:
    victim = started(hub, ANN, frames=60, pace=0.02, every=5)
    until(lambda: victim.frames > 12)
    os.kill(process_of(victim), signal.SIGKILL)
    until(lambda: not victim.live)
    step = hub.revivable(victim)
    run = hub.revive(victim.key, ANN)
    assert run is not None
    until(lambda: not run.live, seconds=30)
    assert (run.state, run.frames, run.last["readings"]["begun"]) == ("finished", 60, 1 + step)  # type: ignore[operator]


LEAVING = """
import time
from lossviz.runs import hub
hub().start()
while hub().health()["state"] != "ready":
    time.sleep(0.05)
"""


def test_a_process_that_forgets_to_close_ends_all_the_same(tmp_path: Path) -> None:
    environment = {**os.environ, "LOSSVIZ_HOME": str(tmp_path), "LOSSVIZ_WORKERS": "1"}
    subprocess.run([sys.executable, "-c", LEAVING], env=environment, timeout=60, check=True)


def test_workers_are_as_many_as_asked_for() -> None:
    assert workers_wanted({"LOSSVIZ_WORKERS": "3"}) == 3


@pytest.mark.parametrize("written", ["0", "-1", "many", "1e3", "65", "٣"])
def test_a_number_of_workers_that_cannot_be_is_refused_by_name(written: str) -> None:
    with pytest.raises(Refusal, match="LOSSVIZ_WORKERS"):
        workers_wanted({"LOSSVIZ_WORKERS": written})


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
