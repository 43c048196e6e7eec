"""The control of one run inside its worker."""

import threading

import pytest
import sources
from fakes import recipe, until

from lossviz.params import Refusal
from lossviz.runs.worker import Switch, _awaited, _records, devices


def heard(switch: Switch) -> list[bool | str]:
    """What `heeds` answers, asked again and again in a thread of its own as a training would, until it waits."""
    answers: list[bool | str] = []

    def train() -> None:
        while len(answers) < 5:
            answers.append(switch.heeds())

    thread = threading.Thread(target=train, daemon=True)
    thread.start()
    thread.join(0.05)
    return answers


def test_a_run_goes_on_by_itself() -> None:
    assert heard(Switch()) == [True] * 5


def test_pause_shows_the_run_once_and_holds_it() -> None:
    switch = Switch()
    switch.turn("pause")
    assert heard(switch) == ["show"]


def test_a_step_of_a_running_run_holds_it_after_that_step() -> None:
    switch = Switch()
    switch.turn("step")
    assert heard(switch) == ["show"]


def test_a_step_of_a_held_run_lets_one_step_pass_and_shows_it() -> None:
    switch = Switch()
    switch.turn("pause")
    answers = heard(switch)
    for made in (1, 2):
        switch.turn("step")
        until(lambda made=made: len(answers) == 1 + 2 * made)  # type: ignore[misc]
    assert answers == ["show", True, "show", True, "show"]


def test_stop_wakes_a_paused_run() -> None:
    switch = Switch()
    switch.turn("pause")
    answers = heard(switch)
    switch.turn("stop")
    until(lambda: len(answers) == 5)
    assert answers[1] is False


def test_stop_is_final() -> None:
    switch = Switch()
    switch.turn("stop")
    switch.turn("go")
    assert switch.heeds() is False


# before the first step


def begun(switch: Switch) -> list[bytes]:
    """The kinds of records of a run of three frames that waits after its first, as they come in a thread of its own."""
    kinds: list[bytes] = []

    def train() -> None:
        for entry in _awaited(sources.scripted(recipe(1, frames=3), 1, heed=switch.heeds), switch.begins):  # type: ignore[arg-type]
            kinds.append(entry[:4])
        kinds.append(b"over")

    thread = threading.Thread(target=train, daemon=True)
    thread.start()
    thread.join(0.05)
    return kinds


def test_a_held_run_shows_its_first_frame_and_waits() -> None:
    assert begun(Switch("pause")) == [b"LVT1", b"LVF1", b"LVC1"]


def test_a_step_of_a_run_that_waits_is_its_first() -> None:
    switch = Switch("pause")
    kinds = begun(switch)
    switch.turn("step")
    until(lambda: len(kinds) == 4)
    assert kinds[3] == b"LVG1"


def test_a_run_that_fails_at_once_does_not_wait() -> None:
    records = iter([sources.header(recipe(1)), sources.ending("failed", step=0)])
    assert len(list(_awaited(records, Switch("pause").begins))) == 2  # type: ignore[arg-type]


def test_stop_ends_a_run_that_waits_without_a_step() -> None:
    switch = Switch("pause")
    kinds = begun(switch)
    switch.turn("stop")
    until(lambda: len(kinds) == 4)
    assert kinds[3] == b"over"


# from a checkpoint

RECIPE = recipe(1, frames=6)


def test_a_run_goes_on_after_its_checkpoint() -> None:
    found = list(_records(sources.scripted, RECIPE, 2, sources.checkpoint(RECIPE, 3)[12:], lambda: True))
    assert [entry[:4] for entry in found] == [b"LVT1", b"LVF1", b"LVF1", b"LVE1"]


def test_a_run_whose_checkpoint_cannot_be_used_begins_again() -> None:
    found = list(_records(sources.scripted, RECIPE, 2, b"1234spoilt", lambda: True))
    assert [entry[:4] for entry in found].count(b"LVF1") == 6


def test_a_refused_recipe_does_not_begin_again() -> None:
    def refusing(*_: object, **__: object):  # type: ignore[no-untyped-def]
        raise Refusal("refuse.device", device="CUDA")
        yield

    with pytest.raises(Refusal):
        list(_records(refusing, RECIPE, 2, b"1234{}", lambda: True))


def test_a_worker_tells_the_devices_of_its_machine() -> None:
    assert devices("lossviz.engine:recorded")[0] == "cpu"
