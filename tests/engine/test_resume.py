"""A run goes on from any of its checkpoints to the same bits, and from no other run's."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.datasets import load
from lossviz.engine import Unfit, recorded, train
from lossviz.engine.trainer import Trainer
from lossviz.frame import CHECKPOINT, ENDING, FRAME, HEAD, TAPE, Frame
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]
Records = list[tuple[bytes, bytes]]


def played(recipe: Recipe, start: bytes | None = None) -> Records:
    """(magic, payload) of every record."""
    return [(entry[:4], entry[HEAD.size :]) for entry in recorded(recipe, 1, start)]


def checkpoints(records: Records) -> list[bytes]:
    return [payload for magic, payload in records if magic == CHECKPOINT]


def timeless(records: Records) -> list[Any]:
    """The records after the header without the seconds they took."""
    return [without_seconds(magic, payload) for magic, payload in records if magic != TAPE]


def without_seconds(magic: bytes, payload: bytes) -> Any:
    if magic == FRAME:
        return payload
    if magic == ENDING:
        return {name: value for name, value in json.loads(payload).items() if "seconds" not in name}
    return replace(Checkpoint.unpack(payload), seconds=0, cpu_seconds=0).pack()


def after(records: Records, step: int) -> list[Any]:
    """What follows the checkpoint at this step."""
    place = next(i for i, (magic, p) in enumerate(records) if magic == CHECKPOINT and Checkpoint.unpack(p).step == step)
    return timeless(records[place + 1 :])


LOSSES: dict[str, dict[str, object]] = {
    "softmax": {"batch_size": 400},
    "arcface": {"batch_size": 400},
    "center": {"batch_size": 400, "optimiser": "sgd"},
    "triplet_batch_hard": {"k_samples": 32},
}


@pytest.fixture(scope="module", params=LOSSES)
def whole(request: pytest.FixtureRequest) -> tuple[Recipe, Records]:
    """A run of some steps more than ten, a frame each."""
    recipe = catalog.resolve(data="digits8", loss=request.param, epochs=4, **LOSSES[request.param])
    return recipe, played(recipe)


def test_every_tenth_frame_and_the_last_is_put_away_right_after_it(whole: tuple[Recipe, Records]) -> None:
    recipe, records = whole
    steps = catalog.steps_of(recipe)
    magics = [magic for magic, _ in records]
    before = [i - 1 for i, magic in enumerate(magics) if magic == CHECKPOINT]
    assert [magics[i] for i in before] == [FRAME] * len(before)
    assert [Checkpoint.unpack(payload).n for payload in checkpoints(records)] == sorted({*range(0, steps, 10), steps})


def test_a_checkpoint_shows_the_class_vectors_of_its_frame(whole: tuple[Recipe, Records]) -> None:
    _, records = whole
    frame = Frame.unpack([payload for magic, payload in records if magic == FRAME][-1])
    kept = Checkpoint.unpack(checkpoints(records)[-1])
    for seen, shown in ((kept.vectors, frame.vectors), (kept.bias, frame.bias)):
        assert (seen is None) == (shown is None)
        assert seen is None or shown is None or np.array_equal(seen, shown)


def test_a_run_goes_on_to_the_same_bits(whole: tuple[Recipe, Records]) -> None:
    recipe, records = whole
    for start in checkpoints(records):
        again = played(recipe, start)
        assert again[0][0] == TAPE
        assert timeless(again) == after(records, Checkpoint.unpack(start).step)


def test_it_goes_on_from_a_checkpoint_of_a_run_that_went_on(whole: tuple[Recipe, Records]) -> None:
    recipe, records = whole
    first = played(recipe, checkpoints(records)[1])
    second = played(recipe, checkpoints(first)[-1])
    assert timeless(second) == after(records, catalog.steps_of(recipe))


def test_time_spent_before_counts(short: Short) -> None:
    recipe = short("softmax")
    kept = Checkpoint.unpack(checkpoints(played(recipe))[0])
    ending = json.loads(played(recipe, replace(kept, cpu_seconds=100.0).pack())[-1][1])
    assert ending["cpu_seconds"] > 100


def test_a_keyframe_holds_the_embedding_and_the_weights_by_name(short: Short) -> None:
    recipe = short("softmax", dim=8)
    kept = Checkpoint.unpack(checkpoints(played(recipe))[0])
    trainer = Trainer(recipe, load("digits8"))
    features = trainer.moment().embed(torch.tensor(load("digits8").probe_images))
    assert (kept.step, kept.n, kept.key, kept.embedding.dtype) == (0, 0, recipe.key, np.float16)
    np.testing.assert_allclose(kept.embedding, features, rtol=1e-3, atol=1e-4)
    for name, weights in trainer.embedder.named_parameters():
        np.testing.assert_array_equal(kept.weights[name], weights.detach())


def test_dimensions_above_three_keep_their_axes(short: Short) -> None:
    recipe = short("softmax", dim=8, seed=5)
    records = played(recipe)
    assert timeless(played(recipe, checkpoints(records)[0])) == after(records, 0)


BRIEF = catalog.resolve(data="digits8", loss="softmax", epochs=1, batch_size=400)


@pytest.fixture(scope="module")
def kept() -> Checkpoint:
    """The last checkpoint of a short run."""
    return Checkpoint.unpack(checkpoints(played(BRIEF))[-1])


def spoilt(kept: Checkpoint, **tensors: Any) -> bytes:
    return replace(kept, tensors={**kept.tensors, **tensors}).pack()


SPOILT: dict[str, tuple[Callable[[Checkpoint], bytes], str]] = {
    "nothing": (lambda kept: b"", "damaged"),
    "noise": (lambda kept: b"\x07" * 1000, "damaged"),
    "cut": (lambda kept: kept.pack()[:-100], "damaged"),
    "another run": (lambda kept: replace(kept, key="0" * 32).pack(), "must be of run"),
    "another engine": (lambda kept: replace(kept, engine_version=1).pack(), "engine version"),
    "no step": (lambda kept: replace(kept, step=99).pack(), "step in 0 … 3, got 99"),
    "no frame": (lambda kept: replace(kept, n=1).pack(), "a frame of the run"),
    "no weights": (lambda kept: replace(kept, tensors={}).pack(), "does not fit"),
    "a shape": (lambda kept: spoilt(kept, **{"loss.weights": np.zeros((9, 2), np.float32)}), "does not fit"),
    "a moment": (lambda kept: spoilt(kept, **{"optimiser.0.exp_avg": np.zeros((2, 2), np.float32)}), "does not fit"),
    "a generator": (lambda kept: spoilt(kept, **{"run.shifts": np.zeros(3, np.uint8)}), "does not fit"),
    "a pile": (lambda kept: spoilt(kept, **{"batches.sizes": np.array([7])}), "does not fit"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_checkpoint_of_no_use_is_refused_before_any_record(what: str, kept: Checkpoint) -> None:
    spoil, reason = SPOILT[what]
    with pytest.raises(Unfit, match=reason):
        next(recorded(BRIEF, 1, spoil(kept)))


def test_the_frames_of_train_are_those_without_checkpoints(short: Short) -> None:
    recipe = short("contrastive")
    assert [p for magic, p in played(recipe) if magic == FRAME] == [frame.pack() for frame in train(recipe)]


# stopped by somebody

LONG = catalog.resolve(data="digits8", embedder="linear", loss="triplet_batch_hard", epochs=25, k_samples=20)
"""150 steps: a frame after 46 and 49 of them, none between."""


@pytest.fixture(scope="module")
def undisturbed() -> list[bytes]:
    return [payload for magic, payload in played(LONG) if magic == FRAME]


def stopped(recipe: Recipe, steps: int, start: bytes | None = None) -> Records:
    """The records of a run that is told to stop after so many steps."""
    answers = iter([True] * (steps - 1))
    return [(e[:4], e[HEAD.size :]) for e in recorded(recipe, 1, start, heed=lambda: next(answers, False))]


@pytest.mark.parametrize("step", [1, 46, 48, 150])
def test_a_stopped_run_goes_on_from_that_very_step(step: int, undisturbed: list[bytes]) -> None:
    before = stopped(LONG, step)
    assert before[-1][0] == CHECKPOINT
    assert Checkpoint.unpack(before[-1][1]).step == step
    after = played(LONG, before[-1][1])
    assert [p for magic, p in before + after if magic == FRAME] == undisturbed


def test_a_run_stopped_twice_goes_on_all_the_same(undisturbed: list[bytes]) -> None:
    first = stopped(LONG, 47)
    second = stopped(LONG, 1, first[-1][1])
    assert Checkpoint.unpack(second[-1][1]).step == 48
    after = played(LONG, second[-1][1])
    assert [p for magic, p in first + second + after if magic == FRAME] == undisturbed
