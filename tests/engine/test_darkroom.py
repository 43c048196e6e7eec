"""Frames are developed in order wherever it is done, and to the same bits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
import torch

from lossviz.engine import NotFinite, darkroom, train
from lossviz.engine import trainer as trainer_module
from lossviz.engine.darkroom import Cores, Darkroom, Place
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]
CPU = torch.device("cpu")


@pytest.mark.parametrize("loss", ["arcface", "center", "triplet_semihard"])
def test_frames_beside_the_training_are_those_taken_at_once(loss: str, short: Short) -> None:
    beside, inline = ([f.pack() for f in train(short(loss), place=place)] for place in ("beside", "inline"))
    assert beside == inline


@pytest.mark.parametrize("place", ["beside", "inline"])
def test_a_run_that_fails_has_the_same_frames_before(
    place: Place, short: Short, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruin_after(3, monkeypatch)
    steps: list[int] = []
    with pytest.raises(NotFinite) as fault:
        steps.extend(frame.step for frame in train(short("softmax").but(epochs=4), place=place))
    assert steps == [0, 1, 2]
    assert (fault.value.step, fault.value.tensor) == (3, "embedding")


def test_where_nobody_waits_for_the_device_the_failing_step_is_named_all_the_same(
    short: Short, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruin_after(3, monkeypatch)
    monkeypatch.setattr(trainer_module.Trainer, "_demand_finite", lambda *known_on_a_gpu_only_later: None)
    steps: list[int] = []
    with pytest.raises(NotFinite) as fault:
        steps.extend(frame.step for frame in train(short("softmax").but(epochs=4), place="beside"))
    # the ruined weights are those of step 3, which a frame looks at before the next batch fails
    assert steps == [0, 1, 2]
    assert (fault.value.step, fault.value.tensor) == (3, "embedding")


def ruin_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    update = trainer_module.Trainer.update

    def ruined(trainer: trainer_module.Trainer) -> None:
        update(trainer)
        if trainer.step == steps:
            for weights in trainer.parameters:
                weights.data.fill_(float("nan"))

    monkeypatch.setattr(trainer_module.Trainer, "update", ruined)


def test_work_beside_goes_on_meanwhile_and_leaves_in_order() -> None:
    held = threading.Event()
    with Darkroom[int](CPU, "beside") as room:
        room.develop(lambda: held.wait(10) and 1, beside=True)
        room.develop(lambda: 2, beside=True)
        assert list(room.ready()) == []
        held.set()
        room.develop(lambda: 3, beside=False)
        assert list(room.drain()) == [1, 2, 3]


def test_training_waits_when_too_much_has_piled_up() -> None:
    with Darkroom[int](CPU, "beside") as room:
        for n in range(darkroom.DEPTH + 3):
            room.develop(partial(slowly, n), beside=True)
        assert len(list(room.ready())) >= 3


def slowly(n: int) -> int:
    time.sleep(0.02)
    return n


@pytest.mark.parametrize("beside", [True, False])
def test_what_goes_wrong_is_raised_where_the_frame_would_leave(beside: bool) -> None:
    with Darkroom[float](CPU) as room:
        room.develop(lambda: 1.0, beside=beside)
        room.develop(lambda: 1 / 0, beside=beside)
        room.develop(lambda: 2.0, beside=beside)
        left = room.drain()
        assert next(left) == 1.0
        with pytest.raises(ZeroDivisionError):
            next(left)
        assert list(room.drain()) == []


@pytest.mark.parametrize(("idle", "beside"), [(0.1, False), (0.9, True), (15.0, True)])
def test_a_thread_is_used_while_a_core_is_idle(idle: float, beside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cores, "idle", lambda self: idle)
    with Darkroom[int](CPU) as room:
        assert room.beside() is beside


def test_frames_stay_here_until_what_develops_them_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cores, "idle", lambda self: 1.0)
    ready = iter([False, True])
    with Darkroom[int](CPU, ready=lambda: next(ready)) as room:
        assert [room.beside(), room.beside()] == [False, True]


def test_idle_cores_are_what_all_cores_rested_over_the_time_that_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rested = iter([0.0, 0.1, 1.0, 1.1]), iter([100.0, 101.5])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    monkeypatch.setattr(darkroom, "idle_seconds", lambda: next(rested))
    cores = Cores()
    # too short a time to tell, one in which 1.5 cores rested, and again too short a time
    assert [cores.idle() for _ in range(3)] == [0.0, 1.5, 1.5]
