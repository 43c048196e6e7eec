"""The control of one run inside its worker."""

import threading

import pytest
import sources
from fakes import recipe

from lossviz.params import Refusal
from lossviz.runs.worker import Switch, _records


def passes(switch: Switch) -> list[bool]:
    """What `lets_go_on` answers, collected in a thread of its own as a training would."""
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(switch.lets_go_on()), daemon=True)
    thread.start()
    thread.join(0.05)
    return answers


def test_a_run_goes_on_by_itself() -> None:
    assert passes(Switch()) == [True]


def test_pause_holds() -> None:
    switch = Switch()
    switch.turn("pause")
    assert passes(switch) == []


def test_step_lets_one_frame_pass() -> None:
    switch = Switch()
    switch.turn("step")
    assert passes(switch) == [True]
    assert passes(switch) == []


def test_stop_wakes_a_paused_run() -> None:
    switch = Switch()
    switch.turn("pause")
    held = passes(switch)
    switch.turn("stop")
    assert passes(switch) == [False]
    assert held == [False]


def test_stop_is_final() -> None:
    switch = Switch()
    switch.turn("stop")
    switch.turn("go")
    assert passes(switch) == [False]


def test_a_single_step_of_frames_takes_all_steps_of_training_to_the_next_frame() -> None:
    switch = Switch()
    switch.turn("pause")
    switch.turn("step")
    assert [switch.heeds() for _ in range(5)] == [True] * 5
    assert passes(switch) == []


def test_pause_holds_between_frames_too() -> None:
    switch = Switch()
    switch.turn("pause")
    thread = threading.Thread(target=switch.heeds, daemon=True)
    thread.start()
    thread.join(0.05)
    assert thread.is_alive()
    switch.turn("go")
    thread.join(5)
    assert not thread.is_alive()


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
