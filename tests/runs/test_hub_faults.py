"""What goes wrong around a run of the hub: workers, disks, keys."""

from pathlib import Path

import sources
from fakes import ANN, BOB, CAT, Clock, FakeExecutor, finished, play, recipe

from lossviz.runs import Hub, Outcome, Store


def test_a_run_on_a_lost_worker_has_failed_in_words(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:3])
    hub.slots(set())
    assert run.error == ("state.process_died", {})
    assert run.final["code"] == "state.process_died"


def test_other_runs_outlive_a_lost_worker(hub: Hub) -> None:
    hub.slots({"w1", "w2"})
    lost, kept, waiting = (hub.submit(recipe(s), v) for s, v in enumerate((ANN, BOB, CAT)))
    hub.slots({"w2"})
    assert [r.state for r in (lost, kept, waiting)] == ["failed", "running", "queued"]
    hub.slots({"w2", "w3"})
    assert waiting.state == "running"


def test_a_worker_that_does_not_move_is_given_up(hub: Hub, executor: FakeExecutor, clock: Clock) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.attach(run.key, ANN)
    clock.now += 60
    hub.tick()
    assert run.error == ("state.no_progress", {"seconds": 60})
    assert executor.asked[-1] == ("restart", "w1")


def test_a_worker_whose_frames_are_far_apart_is_waited_for(hub: Hub, clock: Clock) -> None:
    run = hub.submit(recipe(1).but(embedder="lenetpp", epochs=200), ANN)
    hub.attach(run.key, ANN)
    clock.now += 600
    hub.tick()
    assert run.state == "running"


def test_a_worker_that_does_not_heed_stop_is_given_up(hub: Hub, executor: FakeExecutor, clock: Clock) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.stop(run.key, ANN)
    clock.now += 60
    hub.tick()
    assert executor.asked[-1] == ("restart", "w1")


def test_a_paused_run_may_rest(hub: Hub, clock: Clock) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.attach(run.key, ANN)
    hub.pause(run.key, ANN)
    clock.now += 3600
    hub.tick()
    assert run.state == "paused"


def test_a_run_in_progress_when_the_app_ends_has_no_ending(hub: Hub, store: Store) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:3])
    hub.close()
    hub.slots(set())
    hub.ended(run.key, 1, Outcome("failed", "state.process_died"))
    part = store.folder / "tapes" / f"{run.key}.part"
    assert part.read_bytes() == b"".join(sources.whole(run.recipe)[:3])


def test_a_full_disk_is_a_notice_and_the_run_goes_on(hub: Hub, store: Store) -> None:
    (store.folder / "tapes" / f"{recipe(1).key}.part").symlink_to("/dev/full")
    run = finished(hub, 1)
    assert (run.state, run.notice) == ("finished", "state.not_saved")


def test_a_folder_that_cannot_be_written_is_a_notice_of_its_own(executor: FakeExecutor) -> None:
    hub = Hub(Store(Path("/proc/none")), lambda _: executor)
    hub.slots({"w1"})
    assert hub.submit(recipe(1), ANN).notice == "runs.unsaved"


def test_a_run_is_known_while_live_and_when_recorded(hub: Hub, store: Store, executor: FakeExecutor) -> None:
    assert not hub.knows(recipe(1).key)
    hub.submit(recipe(1), ANN)
    assert hub.knows(recipe(1).key)
    finished(hub, 1)
    assert Hub(store, lambda _: executor).knows(recipe(1).key)


def test_a_key_that_is_no_key_is_no_run(hub: Hub) -> None:
    assert hub.run("../../etc/passwd") is None
    assert hub.attach("../../etc/passwd", ANN) is None
