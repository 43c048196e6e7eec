"""The hub's limits and turns: who may wait, who is next, and for how long."""

import pytest
import sources
from fakes import ANN, BOB, CAT, Clock, play, recipe

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs import Hub, Outcome


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
