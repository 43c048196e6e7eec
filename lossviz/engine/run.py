"""The run itself: a recipe enters, frames leave, and at the end the final readings."""

from __future__ import annotations

from collections.abc import Callable, Generator

import torch

from lossviz.datasets import load
from lossviz.engine.camera import Camera
from lossviz.engine.device import found
from lossviz.engine.schedule import frame_steps
from lossviz.engine.trainer import Trainer
from lossviz.frame import Frame
from lossviz.params import Refusal
from lossviz.recipe import Recipe


class Stopped(Exception):
    """The run was told to stop before its end."""


def train(recipe: Recipe, *, heed: Callable[[], bool] = lambda: True) -> Generator[Frame, None, dict[str, float]]:
    """Trains, yielding frame 0 before any update and the last one after the last; returns the final readings.

    The caller sets the pace: to pause or to stop is not to ask for the next frame. `heed` is called after every
    step as well; it may wait, and stops the run by answering False. The same recipe gives the same bits on the same
    kind of machine, for which torch is kept to one thread.

    >>> frames = train(catalog.resolve(loss="arcface", seed=1))
    >>> next(frames).step
    0

    Raises Refusal for a device or data that this machine lacks, NotFinite at the very step, and Stopped.
    """
    demand_runnable(recipe)
    torch.set_num_threads(1)
    digits = load(recipe.data)
    trainer = Trainer(recipe, digits)
    camera = Camera(trainer, digits)
    shown = set(frame_steps(trainer.steps))
    for step in range(trainer.steps):
        trainer.backward()
        camera.watch.batch(trainer.loss_value)
        if step == 0:
            yield camera.frame(camera.first)
        trainer.update()
        if trainer.step in shown:
            yield camera.frame(camera.look())
        if not heed():
            raise Stopped
    return camera.final()


def demand_runnable(recipe: Recipe) -> None:
    """Raises Refusal for a recipe whose device, data or edits cannot be had here."""
    if recipe.edits:
        raise Refusal("refuse.edits", owner="Recipe", n=len(recipe.edits))
    found(recipe.device)
    load(recipe.data)
