"""Questions about trained runs: one answer each, shared by all who ask, and never an old one's word."""

from __future__ import annotations

import numpy as np
import pytest
from fakes import ANN, BOB, FakeExecutor

from lossviz import limits
from lossviz.arrays import pack
from lossviz.params import Refusal
from lossviz.runs import Store
from lossviz.runs.studies import Question, Studies, Task

QUESTION = Question(kind="subcentres", given={"key": "a" * 32})
ANSWER = {"angle": np.array([1.0, 2.0], np.float32)}


@pytest.fixture
def studies(store: Store, executor: FakeExecutor) -> Studies:
    return Studies(store.shelf, store.shipped, executor)


def task_of(executor: FakeExecutor) -> Task:
    found: Task = executor.asked[-1][1]
    return found


def test_nothing_is_worked_out_before_somebody_asks(studies: Studies, executor: FakeExecutor) -> None:
    assert studies.of(QUESTION).stage == "absent"
    assert executor.asked == []


def test_an_answer_is_known_to_all_and_in_a_later_process(
    studies: Studies, executor: FakeExecutor, store: Store
) -> None:
    studies.ask(QUESTION, ANN, lambda: ANSWER)
    assert np.array_equal(task_of(executor).material["angle"], ANSWER["angle"])
    studies.ended(QUESTION.digest, 1, pack(ANSWER))
    assert studies.of(QUESTION).stage == "done"
    later = Studies(store.shelf, store.shipped, executor)
    assert np.array_equal(later.of(QUESTION).arrays["angle"], ANSWER["angle"])
    assert later.ask(QUESTION, BOB).stage == "done"
    assert len(executor.asked) == 1


def test_two_who_ask_share_one_work_which_ends_with_the_last(studies: Studies, executor: FakeExecutor) -> None:
    studies.ask(QUESTION, ANN)
    studies.ask(QUESTION, BOB)
    studies.leave(QUESTION, ANN)
    assert [what for what, *_ in executor.asked] == ["study"]
    studies.leave(QUESTION, BOB)
    assert executor.asked[-1] == ("drop", QUESTION.digest, 1)
    assert studies.of(QUESTION).stage == "absent"


def test_the_word_of_a_dropped_work_is_not_heard(studies: Studies) -> None:
    studies.ask(QUESTION, ANN)
    studies.leave(QUESTION, ANN)
    studies.ask(QUESTION, ANN)
    studies.progress(QUESTION.digest, 1, "studies.starts", 0.9)
    studies.ended(QUESTION.digest, 1, pack(ANSWER))
    assert (studies.of(QUESTION).stage, studies.of(QUESTION).share) == ("working", None)


def test_it_says_how_far_it_is_and_why_it_failed(studies: Studies, executor: FakeExecutor) -> None:
    studies.ask(QUESTION, ANN)
    studies.progress(QUESTION.digest, 1, "studies.starts", 0.25)
    assert (studies.of(QUESTION).phase, studies.of(QUESTION).share) == ("studies.starts", 0.25)
    studies.ended(QUESTION.digest, 1, None, ("studies.broken_off", {}))
    assert studies.of(QUESTION).error == ("studies.broken_off", {})
    studies.ask(QUESTION, ANN)
    assert task_of(executor).attempt == 2


def test_one_visitor_asks_only_so_much_at_once(studies: Studies) -> None:
    for n in range(limits.STUDIES_PER_VISITOR):
        studies.ask(Question(kind="subcentres", given={"n": n}), ANN)
    with pytest.raises(Refusal):
        studies.ask(QUESTION, ANN)
    studies.ask(QUESTION, BOB)


def test_a_damaged_answer_counts_as_none(studies: Studies, store: Store) -> None:
    store.shelf.write(f"studies/{QUESTION.digest}.npz", b"no zip")
    assert studies.of(QUESTION).stage == "absent"


def test_another_version_is_another_question() -> None:
    assert Question(kind="subcentres", given={"key": "a" * 32}, version=2).digest != QUESTION.digest
