"""The hub between visitors and workers, without processes: joins, limits, turns, leaving, failures."""

from pathlib import Path

import pytest
import sources
from fakes import ANN, BOB, CAT, Clock, FakeExecutor, play, recipe

from lossviz import limits, pack
from lossviz.frame import records
from lossviz.params import Refusal
from lossviz.runs import Hub, Outcome, Store


def test_the_first_submit_starts_the_workers_once(hub: Hub, executor: FakeExecutor) -> None:
    hub.submit(recipe(1), ANN)
    hub.submit(recipe(2), BOB)
    assert executor.asked.count(("start",)) == 1


def test_a_free_slot_trains_at_once(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    assert run.state == "running"
    assert executor.trained() == [run.key]


def test_one_slot_trains_one_run_at_a_time(hub: Hub) -> None:
    hub.submit(recipe(1), ANN)
    assert hub.submit(recipe(2), BOB).state == "queued"


def test_a_second_visitor_joins_the_live_run(hub: Hub, executor: FakeExecutor) -> None:
    assert hub.submit(recipe(1), ANN) is hub.submit(recipe(1), BOB)
    assert len(executor.trained()) == 1


def test_ten_clicks_make_one_run(hub: Hub, executor: FakeExecutor) -> None:
    for _ in range(10):
        hub.submit(recipe(1), ANN)
    assert len(executor.trained()) == 1


def test_a_finished_run_is_played_and_not_trained_again(hub: Hub, executor: FakeExecutor) -> None:
    run = finished(hub, 1)
    assert hub.submit(recipe(1), BOB) is run
    assert len(executor.trained()) == 1


def test_a_finished_run_is_trained_anew_when_that_is_wished(hub: Hub, executor: FakeExecutor) -> None:
    before = finished(hub, 1)
    run = hub.submit(recipe(1), BOB, anew=True)
    assert (run.attempt, len(executor.trained())) == (2, 2)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, 2, Outcome("finished"))
    assert hub.run(run.key) is run
    assert run is not before


def test_a_finished_run_stays_when_training_it_anew_is_cut_short(hub: Hub, store: Store) -> None:
    before = finished(hub, 1)
    run = hub.submit(recipe(1), BOB, anew=True)
    play(hub, run, sources.whole(run.recipe)[:2])
    hub.stop(run.key, BOB)
    assert hub.run(run.key) is before
    kept = store.tape(run.key)
    assert kept == b"".join(before.records)
    assert [path.name for path in (store.folder / "tapes").iterdir()] == [f"{run.key}.tape"]


def test_a_finished_run_outlives_the_process(hub: Hub, store: Store, executor: FakeExecutor) -> None:
    run = finished(hub, 1)
    again = Hub(store, lambda _: executor).submit(recipe(1), BOB)
    assert again.state == "finished"
    assert again.records == run.records


def test_a_stopped_run_is_trained_anew_as_the_next_attempt(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.stop(run.key, ANN)
    assert hub.submit(recipe(1), ANN).attempt == 2


def test_readings_and_state_come_from_the_ending(hub: Hub) -> None:
    run = finished(hub, 1)
    assert run.state == "finished"
    assert run.final["readings"] == {"loss": 0.5}


def test_a_failure_that_the_engine_recorded_is_a_failure(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe), sources.frame(0), sources.ending("failed", code="health.nan")])
    hub.ended(run.key, 1, Outcome("finished"))
    assert (run.state, run.error) == ("failed", ("health.nan", {}))


def test_a_failure_before_the_first_record_has_its_sentence(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.ended(run.key, 1, Outcome("failed", "refuse.device", {"device": "CUDA"}))
    assert run.error == ("refuse.device", {"device": "CUDA"})


# records


def test_a_record_of_another_attempt_is_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.record(run.key, 2, 0, sources.header(run.recipe, attempt=2))
    assert run.records == []


def test_a_record_out_of_turn_is_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.record(run.key, 1, 1, sources.frame(0))
    assert run.records == []


def test_a_record_of_an_unknown_run_is_refused(hub: Hub) -> None:
    hub.record("f" * 32, 1, 0, sources.frame(0))
    assert hub.run("f" * 32) is None


def test_records_after_stop_are_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:2])
    hub.stop(run.key, ANN)
    before = len(run.records)
    hub.record(run.key, 1, before, sources.frame(1))
    assert len(run.records) == before


def test_a_header_with_an_unknown_pack_has_it_made(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe, pack="e" * 32)])
    assert ("pack", "w1", "mnist5k", "e" * 32) in executor.asked
    assert hub.packing("e" * 32)


def test_a_pack_that_is_not_what_it_should_be_is_not_kept(hub: Hub) -> None:
    hub.packed("e" * 32, pack.zipped(b"LVP1"))
    assert hub.pack("e" * 32) is None


# limits and turns


def test_one_waiting_run_too_many_is_refused(hub: Hub) -> None:
    for seed in range(1 + limits.WAITING_PER_VISITOR):
        hub.submit(recipe(seed), ANN)
    with pytest.raises(Refusal) as refused:
        hub.submit(recipe(9), ANN)
    assert refused.value.code == "refuse.runs"


def test_a_full_queue_refuses_and_says_when(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LONGEST_QUEUE", 2)
    for seed, visitor in enumerate((ANN, BOB, CAT)):
        hub.submit(recipe(seed), visitor)
    with pytest.raises(Refusal, match=r"try again in about 10 s") as refused:
        hub.submit(recipe(9), "d" * 32)
    assert refused.value.code == "refuse.queue_full"


def test_a_refused_run_leaves_no_trace(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LONGEST_QUEUE", 0)
    hub.submit(recipe(1), ANN)
    with pytest.raises(Refusal):
        hub.submit(recipe(2), BOB)
    assert hub.run(recipe(2).key) is None


def test_runs_of_one_visitor_train_side_by_side_while_workers_are_free(hub: Hub) -> None:
    hub.slots({"w1", "w2"})
    states = [hub.submit(recipe(seed), ANN).state for seed in range(3)]
    assert states == ["running", "running", "queued"]


def test_a_worker_that_gets_free_goes_to_who_has_none(hub: Hub) -> None:
    hub.slots({"w1", "w2"})
    first, _, third = (hub.submit(recipe(seed), ANN) for seed in range(3))
    newcomer = hub.submit(recipe(3), BOB)
    hub.ended(first.key, 1, Outcome("finished"))
    assert (newcomer.state, third.state) == ("running", "queued")


def test_a_comparison_of_four_has_room_before_the_workers_are_there(hub: Hub) -> None:
    hub.slots(())
    assert {hub.submit(recipe(seed), ANN).state for seed in range(4)} == {"queued"}


def test_the_place_counts_those_who_come_first(hub: Hub) -> None:
    hub.submit(recipe(1), ANN)
    second = hub.submit(recipe(2), ANN)
    other = hub.submit(recipe(3), BOB)
    assert [hub.place(r.key).position for r in (other, second)] == [1, 2]  # type: ignore[union-attr]
    assert hub.place(second.key).seconds == 20  # type: ignore[union-attr]


def test_the_wait_follows_the_steps_of_the_run_in_progress(hub: Hub, clock: Clock) -> None:
    first = hub.submit(recipe(1), ANN)
    clock.now += 6
    play(hub, first, [sources.header(first.recipe), *(sources.frame(n) for n in range(3))])
    waiting = hub.submit(recipe(2), BOB)
    assert hub.place(waiting.key).seconds == 24  # type: ignore[union-attr]  # 2 of 10 steps took 6 s


def test_a_run_in_progress_has_no_place(hub: Hub) -> None:
    assert hub.place(hub.submit(recipe(1), ANN).key) is None


def test_the_next_run_starts_when_a_worker_is_free_again(hub: Hub) -> None:
    first, second = hub.submit(recipe(1), ANN), hub.submit(recipe(2), BOB)
    play(hub, first, sources.whole(first.recipe))
    assert second.state == "queued"
    hub.ended(first.key, 1, Outcome("finished"))
    assert second.state == "running"


# leaving


def test_stop_ends_training_when_nobody_else_is_there(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:3])
    assert hub.stop(run.key, ANN)
    assert (run.state, run.final["state"], run.final["step"]) == ("stopped", "stopped", 1)
    assert ("wish", "w1", run.key, "stop") in executor.asked


def test_a_stopped_worker_is_free_only_when_it_says_so(hub: Hub) -> None:
    first, second = hub.submit(recipe(1), ANN), hub.submit(recipe(2), BOB)
    hub.stop(first.key, ANN)
    assert second.state == "queued"
    hub.ended(first.key, 1, Outcome("stopped"))
    assert second.state == "running"


def test_stop_only_leaves_while_others_are_there(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.submit(recipe(1), BOB)
    assert not hub.stop(run.key, ANN)
    assert (run.state, run.owner) == ("running", BOB)


def test_a_stranger_cannot_stop_a_run(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    assert not hub.stop(run.key, BOB)
    assert run.live


def test_a_waiting_run_that_is_stopped_never_trains(hub: Hub, executor: FakeExecutor) -> None:
    first, second = hub.submit(recipe(1), ANN), hub.submit(recipe(2), BOB)
    hub.stop(second.key, BOB)
    hub.ended(first.key, 1, Outcome("finished"))
    assert second.state == "stopped"
    assert executor.trained() == [first.key]


def test_training_ends_a_minute_after_the_last_socket_is_lost(hub: Hub, clock: Clock) -> None:
    run = hub.submit(recipe(1), ANN)
    seat = hub.attach(run.key, ANN)
    clock.now += 600
    hub.record(run.key, 1, 0, sources.header(run.recipe))
    hub.tick()
    assert run.live
    hub.detach(seat)  # type: ignore[arg-type]
    clock.now += 59
    hub.tick()
    assert run.live
    clock.now += 1
    hub.tick()
    assert run.state == "stopped"


def test_a_visitor_who_comes_back_keeps_the_run(hub: Hub, clock: Clock) -> None:
    run = hub.submit(recipe(1), ANN)
    seat = hub.attach(run.key, ANN)
    hub.detach(seat)  # type: ignore[arg-type]
    clock.now += 50
    hub.attach(run.key, ANN)
    hub.record(run.key, 1, 0, sources.header(run.recipe))
    clock.now += 50
    hub.tick()
    assert run.live


def test_a_socket_of_an_earlier_attempt_takes_nobody_with_it(hub: Hub, clock: Clock) -> None:
    old = hub.submit(recipe(1), ANN)
    seat = hub.attach(old.key, ANN)
    hub.stop(old.key, ANN)
    hub.ended(old.key, 1, Outcome("stopped"))
    new = hub.submit(recipe(1), ANN)
    hub.attach(new.key, ANN)
    hub.detach(seat)  # type: ignore[arg-type]
    assert hub.watchers(new.key) == 1


# pause and step


def test_pause_holds_training_while_alone(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.attach(run.key, ANN)
    assert hub.pause(run.key, ANN)
    assert run.state == "paused"
    assert ("wish", "w1", run.key, "pause") in executor.asked


def test_pause_does_nothing_while_others_watch(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.attach(run.key, BOB)
    assert not hub.pause(run.key, ANN)
    assert not hub.step(run.key, ANN)
    assert run.state == "running"


def test_two_tabs_of_one_visitor_are_alone(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.attach(run.key, ANN)
    hub.attach(run.key, ANN)
    assert hub.pause(run.key, ANN)


def test_a_paused_run_goes_on_when_another_joins(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.pause(run.key, ANN)
    hub.attach(run.key, BOB)
    assert run.state == "running"
    assert executor.asked[-1] == ("wish", "w1", run.key, "go")


def test_step_leaves_the_run_paused(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    assert hub.step(run.key, ANN)
    assert run.state == "paused"
    assert executor.asked[-1] == ("wish", "w1", run.key, "step")


def test_a_glance_is_shown_and_neither_kept_nor_counted(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [*sources.whole(run.recipe)[:2], sources.glance(0), sources.frame(1)])
    assert run.frames == 2
    play(hub, run, [sources.glance(1)])
    assert run.glance == sources.glance(1)
    hub.stop(run.key, ANN)
    tape = hub.store.tape(run.key) or b""
    assert [magic for magic, _ in records(tape)] == [b"LVT1", b"LVF1", b"LVF1", b"LVE1"]


def test_a_stranger_cannot_pause(hub: Hub) -> None:
    assert not hub.pause(hub.submit(recipe(1), ANN).key, BOB)


# faults


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


def finished(hub: Hub, seed: int):  # type: ignore[no-untyped-def]
    run = hub.submit(recipe(seed), ANN)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, run.attempt, Outcome("finished"))
    return run
