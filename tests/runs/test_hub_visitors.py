"""What visitors do to a run of the hub: they leave it, hold it, step it, and come back."""

import sources
from fakes import ANN, BOB, Clock, FakeExecutor, play, recipe

from lossviz.frame import records
from lossviz.runs import Hub, Outcome


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


def test_a_run_may_begin_paused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN, held=True)
    assert (run.state, run.held) == ("paused", True)


def test_a_run_that_others_wait_for_too_begins_by_itself(hub: Hub) -> None:
    hub.slots(())
    run = hub.submit(recipe(1), ANN, held=True)
    hub.submit(recipe(1), BOB)
    hub.slots({"w1"})
    assert (run.state, run.held) == ("running", False)


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
