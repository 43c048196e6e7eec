"""A recorded run is a whole tape: header, every frame, ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any, Literal, cast

import numpy as np
import pytest

from lossviz.datasets import load, pack_of
from lossviz.engine import recorded, train
from lossviz.engine import trainer as trainer_module
from lossviz.frame import FILLED, GLANCE, HEAD, Frame, Tape, records
from lossviz.pack import digest
from lossviz.params import Refusal
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]


def tape(recipe: Recipe, attempt: int = 1, **wishes: Any) -> Tape:
    return Tape.from_bytes(b"".join(recorded(recipe, attempt, checkpoints=False, **wishes)))


def test_the_header_says_how_to_draw(short: Short) -> None:
    recipe = short("arcface", m=0.3)
    header = dict(tape(recipe, attempt=2).header)
    assert Recipe.from_json(header.pop("recipe")) == recipe
    assert header.pop("floor") == pytest.approx(0.18, abs=0.005)
    assert len(set(header.pop("pulled"))) == 120
    assert header == {
        "version": 1,
        "key": recipe.key,
        "attempt": 2,
        "pack": digest(pack_of(load("digits8"))),
        "projected": False,
        "scores": "cosine",
        "metric": "cosine",
        "view": "circle",
        "margin": {"knob": "m", "measure": "angle", "value": 0.3},
        "knobs": dict(recipe.knobs),
        "classes": list("0123456789"),
        "sizes": np.bincount(load("digits8").train_labels).tolist(),
        "steps": 3,
        "epochs": 1,
        "frames": 4,
    }


def test_a_loss_without_margin_or_floor_says_so(short: Short) -> None:
    header = next(json.loads(payload) for _, payload in records(next(recorded(short("softmax")))))
    assert (header["margin"], header["floor"], header["scores"]) == (None, None, "linear")


def test_frames_are_those_of_the_run(short: Short) -> None:
    recipe = short("contrastive")
    made = tape(recipe)
    assert list(made.packed) == [frame.pack() for frame in train(recipe)]
    assert len(made.packed) == made.header["frames"]


def test_the_ending_has_readings_time_and_the_final_view(short: Short) -> None:
    made = tape(short("softmax"))
    assert made.ending is not None
    ending, frames = dict(made.ending), list(made.frames())
    assert (ending["state"], ending["step"], ending["code"], ending["fields"]) == ("finished", 3, None, {})
    assert 0 < ending["readings"]["knn_accuracy"] <= 1
    assert ending["cpu_seconds"] > 0
    assert ending["limit"] == pytest.approx(max(f.half_width for f in frames), rel=1e-3)
    inside = np.hypot(*frames[-1].points.T) <= ending["limit"] * FILLED * 1.001
    assert inside.mean() > 0.99


def test_a_failure_ends_the_tape_with_its_cause(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer_module.Trainer, "update", _weights_to_nan)
    made = tape(short("softmax"))
    assert len(made.packed) == 1
    assert made.ending is not None
    assert (made.ending["state"], made.ending["step"], made.ending["readings"]) == ("failed", 1, None)
    assert made.ending["code"] == "health.nan"
    assert made.ending["fields"] == {
        "step": 1,
        "tensor": "embedding",
        "batch": 2,
        "cause": "health.cause_lr",
        "cause_value": "0.01",
    }


def _weights_to_nan(trainer: trainer_module.Trainer) -> None:
    for weights in trainer.parameters:
        weights.data.fill_(float("nan"))
    trainer.step += 1


def test_a_recipe_that_cannot_run_gives_no_record_at_all(short: Short) -> None:
    with pytest.raises(Refusal):
        next(iter(recorded(short().but(edits=((3, "lr", 0.1),)))))


def test_a_run_told_to_stop_ends_after_that_step_without_an_ending(short: Short) -> None:
    answers = iter([True, False])
    made = tape(short().but(epochs=30), heed=lambda: next(answers))
    assert [frame.step for frame in made.frames()] == [0, 1, 2]
    assert made.ending is None


# glances


def wishing_to_see(*steps: int) -> Callable[[], bool | Literal["show"]]:
    """What holds a run after these of its steps, to look at it once."""
    answers = iter([answer for step in range(1, 100) for answer in (["show", True] if step in steps else [True])])
    return lambda: cast(bool | Literal["show"], next(answers))


@pytest.mark.parametrize("loss", ["center", "triplet"])
def test_glances_leave_a_tape_as_it_is(loss: str, short: Short) -> None:
    recipe = short(loss).but(epochs=24 if loss == "triplet" else 30)
    plain = list(islice(recorded(recipe, checkpoints=False), 12))
    seen = list(islice(recorded(recipe, checkpoints=False, heed=wishing_to_see(1, 4, 5, 8, 9)), 14))
    assert [entry for entry in seen if not is_glance(entry)] == plain
    assert [glance.step for glance in glances(seen)] == ([4, 8] if loss == "triplet" else [4, 9])


def test_a_glance_shows_its_step_under_the_number_of_the_frame_before(short: Short) -> None:
    recipe = short("softmax").but(epochs=30)
    seen = list(islice(recorded(recipe, checkpoints=False, heed=wishing_to_see(9)), 12))
    (glance,) = glances(seen)
    before = [Frame.unpack(entry[HEAD.size :]) for entry in seen[: list(map(is_glance, seen)).index(True)][1:]]
    assert (glance.n, glance.step) == (before[-1].n, 9)
    assert before[-1].step == 8
    assert glance.pull is not None
    assert set(glance.readings) == set(before[-1].readings)


def is_glance(entry: bytes) -> bool:
    return entry[:4] == GLANCE


def glances(entries: list[bytes]) -> list[Frame]:
    return [Frame.unpack(entry[HEAD.size :]) for entry in entries if is_glance(entry)]
