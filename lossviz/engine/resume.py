"""A run goes on: a checkpoint enters, a trainer and a camera at that step leave, or a refusal of the checkpoint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from lossviz import catalog
from lossviz.checkpoint import EMBEDDING, Checkpoint
from lossviz.engine.camera import Camera
from lossviz.engine.trainer import Trainer
from lossviz.frame import Damaged
from lossviz.recipe import ENGINE_VERSION, Recipe


class Unfit(ValueError):
    """A checkpoint from which this run cannot go on; from its start it can."""


def opened(payload: bytes, recipe: Recipe) -> Checkpoint:
    """The checkpoint, if it is one of this run or of one from which it forks. Raises Unfit."""
    try:
        kept = Checkpoint.unpack(payload)
    except Damaged as fault:
        raise Unfit(f"the checkpoint is damaged: {fault}") from fault
    if kept.engine_version != ENGINE_VERSION:
        raise Unfit(f"the checkpoint must be of engine version {ENGINE_VERSION}, got {kept.engine_version}")
    last = shared(recipe).get(kept.key)
    if last is None:
        raise Unfit(f"the checkpoint must be of run {recipe.key} or one that it forks from, got {kept.key}")
    if not 0 <= kept.step <= last:
        raise Unfit(f"the checkpoint must lie at a step in 0 … {last}, got {kept.step}")
    return kept


def shared(recipe: Recipe) -> dict[str, int]:
    """Up to which step the run is the same as the runs of these keys: itself, and those from which it forks."""
    found = {recipe.key: catalog.steps_of(recipe)}
    while recipe.edits:
        step = recipe.edits[-1][0]
        recipe = catalog.base(recipe)
        found[recipe.key] = step
    return found


def restore(trainer: Trainer, camera: Camera, kept: Checkpoint) -> None:
    """Puts both where they were at the checkpoint. Raises Unfit; then both are of no more use."""
    frames = trainer.course.frames
    if not (0 <= kept.n < len(frames) and frames[kept.n] <= kept.step < (*frames, math.inf)[kept.n + 1]):
        raise Unfit(f"the checkpoint must lie at or after a frame of the run, got frame {kept.n} at step {kept.step}")
    if kept.step == 0:
        return
    state = {name: torch.from_numpy(tensor.copy()) for name, tensor in kept.tensors.items() if name != EMBEDDING}
    try:
        trainer.restore(state, kept.step)
        camera.restore(kept.watch, kept.n + 1)
    except (KeyError, ValueError, RuntimeError, IndexError, TypeError) as fault:
        raise Unfit(f"the checkpoint does not fit this run: {fault}") from fault


def plain(tensors: Mapping[str, Tensor]) -> dict[str, NDArray[Any]]:
    """Tensors as a checkpoint holds them."""
    return {name: tensor.detach().cpu().contiguous().numpy() for name, tensor in tensors.items()}
