"""A fork shares its parent's frames up to the edit, from the start as from the parent's checkpoint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
import torch

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.datasets import load
from lossviz.engine import Unfit, recorded
from lossviz.engine.trainer import Trainer
from lossviz.frame import CHECKPOINT, ENDING, FRAME, HEAD, TAPE, Frame
from lossviz.recipe import Recipe

PARENT = catalog.resolve(data="digits8", loss="softmax", epochs=4, batch_size=400)
"""Twelve steps, with checkpoints at 0, 10 and 12."""

EDITS = {
    "rate": [(10, "lr", 0.05)],
    "knob": [(11, "label_smoothing", 0.1)],
    "loss": [(10, "loss", "contrastive")],
    "loss and its knobs": [(4, "loss", "arcface"), (4, "m", 0.1)],
    "more epochs": [(12, "epochs", 5)],
    "fewer epochs": [(5, "epochs", 2)],
}

Records = list[tuple[bytes, bytes]]


@cache
def played(recipe: Recipe, start: bytes | None = None) -> Records:
    return [(entry[:4], entry[HEAD.size :]) for entry in recorded(recipe, 1, start)]


def of(records: Records, kind: bytes) -> list[bytes]:
    return [payload for magic, payload in records if magic == kind]


def fork(name: str) -> tuple[Recipe, int]:
    edits: Sequence[Any] = EDITS[name]
    return catalog.edited(PARENT, edits), edits[0][0]


@pytest.fixture(scope="module")
def parent() -> Records:
    return played(PARENT)


@pytest.mark.parametrize("name", EDITS)
def test_frames_are_the_parents_up_to_the_edit_and_others_after_it(name: str, parent: Records) -> None:
    recipe, step = fork(name)
    records = played(recipe)
    ours, theirs = of(records, FRAME), of(parent, FRAME)
    assert ours[: step + 1] == theirs[: step + 1]
    assert ours[step + 1 :] != theirs[step + 1 :]
    assert json.loads(of(records, TAPE)[0])["frames"] == len(ours)
    assert Frame.unpack(ours[-1]).step == catalog.steps_of(recipe)
    assert json.loads(of(records, ENDING)[0])["state"] == "finished"


@pytest.mark.parametrize("name", EDITS)
def test_from_a_checkpoint_of_the_parent_it_is_the_same_fork(name: str, parent: Records) -> None:
    recipe, step = fork(name)
    start = [p for p in of(parent, CHECKPOINT) if Checkpoint.unpack(p).step <= step][-1]
    n = Checkpoint.unpack(start).n
    assert of(played(recipe, start), FRAME) == of(played(recipe), FRAME)[n + 1 :]


def test_a_checkpoint_of_the_parent_after_the_edit_is_refused(parent: Records) -> None:
    with pytest.raises(Unfit, match="step in 0 … 5, got 10"):
        played(fork("fewer epochs")[0], of(parent, CHECKPOINT)[1])


def test_the_header_names_the_parent_and_how_each_leg_is_drawn() -> None:
    recipe, step = fork("loss and its knobs")
    header = json.loads(next(recorded(recipe))[HEAD.size :])
    assert header["parent"] == {"key": PARENT.key, "step": step}
    assert [(leg["from"], leg["loss"], leg["scores"]) for leg in header["legs"]] == [
        (0, "softmax", "linear"),
        (4, "arcface", "cosine"),
    ]
    assert header["margin"] == header["legs"][1]["margin"] == {"knob": "m", "measure": "angle", "value": 0.1}


def test_a_fork_of_a_fork_goes_on_from_a_checkpoint_of_either(parent: Records) -> None:
    first = catalog.edited(PARENT, [(10, "lr", 0.05)])
    second = catalog.edited(PARENT, [*first.edits, (12, "epochs", 5)])
    whole = of(played(second), FRAME)
    for start in (of(parent, CHECKPOINT)[1], of(played(first), CHECKPOINT)[-1]):
        assert of(played(second, start), FRAME) == whole[Checkpoint.unpack(start).n + 1 :]


def test_another_loss_begins_with_its_own_vectors_and_the_embedder_goes_on() -> None:
    recipe = catalog.edited(PARENT, [(1, "loss", "arcface")])
    trainer = Trainer(recipe, load("digits8"))
    trainer.backward()
    trainer.update()
    before = {name: value for name, value in trainer.state().items() if name.startswith(("embedder", "optimiser.0."))}
    assert trainer.turn()
    state = trainer.state()
    assert all(torch.equal(state[name], value) for name, value in before.items())
    at_first = Trainer(catalog.resolve(data="digits8", loss="arcface"), load("digits8")).loss.class_vectors
    assert torch.equal(trainer.loss.class_vectors, at_first)


def test_a_knob_leaves_vectors_and_their_moments_alone() -> None:
    trainer = Trainer(catalog.edited(PARENT, [(1, "label_smoothing", 0.2)]), load("digits8"))
    trainer.backward()
    trainer.update()
    before = trainer.state()
    assert trainer.turn()
    after = trainer.state()
    assert before.keys() - after.keys() == {"batch.embeddings", "batch.labels"}
    assert all(torch.equal(after[name], before[name]) for name in after)
    assert trainer.loss.label_smoothing == 0.2
