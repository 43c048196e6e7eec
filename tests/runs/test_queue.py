"""Whose turn it is."""

from fakes import ANN, BOB, CAT, recipe

from lossviz import limits
from lossviz.runs import Run
from lossviz.runs.queue import Queue


def filled(*owners: str) -> Queue:
    queue = Queue()
    for seed, owner in enumerate(owners):
        queue.add(Run(recipe(seed), owner=owner))
    return queue


def owners(queue: Queue, running: dict[str, int] | None = None) -> list[str]:
    return [run.owner for run in queue.order(running)]


def test_owners_take_turns() -> None:
    assert owners(filled(ANN, ANN, ANN, BOB, CAT)) == [ANN, BOB, CAT, ANN, ANN]


def test_an_owner_with_a_run_in_progress_comes_after_the_others() -> None:
    assert owners(filled(ANN, BOB), {ANN: 1}) == [BOB, ANN]


def test_who_was_served_last_comes_last() -> None:
    queue = filled(ANN, ANN, BOB)
    first = queue.next({})
    assert first is not None
    assert first.owner == ANN
    assert owners(queue) == [BOB, ANN]


def test_an_owner_with_as_many_runs_in_progress_as_allowed_gets_no_more() -> None:
    assert filled(ANN).next({ANN: limits.RUNNING_PER_VISITOR}) is None


def test_the_next_run_leaves_the_queue() -> None:
    queue = filled(ANN, BOB)
    queue.next({})
    assert len(queue) == 1


def test_ten_visitors_beside_a_greedy_one_are_served_equally() -> None:
    greedy = ["g" * 32] * 50
    others = [f"{n:032x}" for n in range(10)]
    queue = filled(*greedy, *others)
    served = [run.owner for _ in range(11) if (run := queue.next({}))]
    assert sorted(served) == sorted([*others, "g" * 32])
