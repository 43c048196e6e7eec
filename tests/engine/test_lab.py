"""Frames from the second process are those of the run's own, to the same bits, whatever becomes of that process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
import torch

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import helper
from lossviz.engine import run as run_module
from lossviz.engine.darkroom import Place
from lossviz.engine.helper import Helper
from lossviz.engine.lab import ANSWER, Lab
from lossviz.engine.run import Session, Shot
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]

PARENT = """
import time
from lossviz.engine.helper import Helper
helper = Helper("builtins:bytes")
print(helper.ask(b"question").decode(), helper._process.pid, flush=True)
time.sleep(60)
"""


def told(session: Session, after: Callable[[Shot], None] = lambda shot: None) -> list[Any]:
    """All that a run lets out, as bytes and plain values."""
    shots, found = session.shots(), []
    while True:
        try:
            shot = next(shots)
        except StopIteration as end:
            return [*found, end.value]
        kept = {name: tensor.tobytes() for name, tensor in (shot.tensors or {}).items()}
        found.append((shot.frame.pack(), dict(shot.watch), kept))
        after(shot)


def at(place: Place, recipe: Recipe) -> list[Any]:
    return told(Session(recipe, place=place))


def forked(short: Short) -> Recipe:
    plain = short("arcface").but(epochs=3)
    return catalog.edited(plain, [(4, "s", 20.0), (7, "loss", "center")])


@pytest.mark.parametrize("of", [lambda short: short("triplet_semihard", dim=16), forked], ids=["projected", "edited"])
def test_frames_checkpoints_and_final_readings_are_those_made_here(of: Callable[[Short], Recipe], short: Short) -> None:
    assert at("beside", of(short)) == at("inline", of(short))


def test_it_is_the_second_process_that_works(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(short("softmax"), place="beside")
    monkeypatch.setattr(
        "lossviz.engine.moment.Moment.recall", lambda moment: pytest.fail("developed here"), raising=True
    )
    first = session.trainer.moment()
    assert first.kept is None
    frames = [session._lab.frame(session.trainer.moment(kept=True))[0].n for _ in range(3)]
    assert frames == [0, 1, 2]
    assert session.seconds_beside > 0


def test_a_run_goes_on_to_the_same_bits_when_the_second_process_is_killed(short: Short) -> None:
    recipe = short("arcface").but(epochs=2)
    session = Session(recipe, place="beside")

    def kill(shot: Shot) -> None:
        found = helper.at_hand(ANSWER)
        if shot.frame.n == 2 and found is not None:
            os.kill(found._process.pid, signal.SIGKILL)

    assert told(session, kill) == at("inline", recipe)
    assert not session._lab.ready()


def test_other_data_under_the_same_name_are_not_taken_for_these(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = short("softmax")
    whole = load(recipe.data)
    few = {part: getattr(whole, part)[:300] for part in ("probe_images", "probe_labels", "probe_ids")}
    fewer = replace(whole, **few)
    monkeypatch.setattr(run_module, "load", lambda name: fewer)
    assert at("beside", recipe) == at("inline", recipe)


def test_on_a_gpu_there_is_no_second_process(short: Short) -> None:
    on_gpu: Any = SimpleNamespace(trainer=SimpleNamespace(device=torch.device("cuda")))
    lab = Lab(on_gpu, load(short().data))
    assert lab.ready()
    assert lab._helper is None


def test_a_helper_that_is_late_is_ended_and_asked_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "STARTING", 0.01)
    late = Helper("builtins:bytes")
    assert late.ask(b"question") is None
    assert not late.alive
    assert not late.ready()


def test_a_helper_answers_and_ends_with_the_process_that_asks() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        answer, pid = asking.stdout.readline().split()
        assert answer == "question"
        assert psutil.pid_exists(int(pid))
        asking.kill()
    until = time.monotonic() + 10
    while psutil.pid_exists(int(pid)) and psutil.Process(int(pid)).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until, "the helper outlives the process that asked"
        time.sleep(0.05)
