"""The run itself: a recipe enters, frames leave, and at the end the final readings."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import torch
from numpy.typing import NDArray
from torch import Tensor

from lossviz import catalog
from lossviz.checkpoint import BIAS, EMBEDDING, VECTORS, Checkpoint
from lossviz.datasets import load
from lossviz.engine.camera import Camera, Picture
from lossviz.engine.darkroom import Darkroom, Place
from lossviz.engine.device import found
from lossviz.engine.failure import NotFinite
from lossviz.engine.lab import Lab
from lossviz.engine.moment import Moment
from lossviz.engine.resume import plain, restore
from lossviz.engine.trainer import Trainer
from lossviz.frame import Frame
from lossviz.recipe import Recipe

KEYFRAMES = 10
"""Every how many frames a run is put away; the last frame always."""


class Stopped(Exception):
    """The run was told to stop before its end, after `step` updates; watch, tensors: what a checkpoint of it holds."""

    def __init__(self, step: int, watch: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
        super().__init__(step)
        self.step, self.watch, self.tensors = step, watch, tensors


Answer = bool | Literal["show"]
"""What a run is told after a step: to go on, to stop, or to show how it stands and to ask again."""

Heed = Callable[[], Answer]


def always() -> Answer:
    """Nobody wishes anything."""
    return True


def train(recipe: Recipe, *, heed: Heed = always, place: Place = "auto") -> Generator[Frame, None, dict[str, float]]:
    """Trains, yielding frame 0 before any update and the last one after the last; returns the final readings.

    The caller sets the pace: to pause or to stop is not to ask for the next frame. `heed` is called after every
    step as well; it may wait, stops the run by answering False, and gets a frame of that very step, which counts for
    nothing, by answering "show". The same recipe gives the same bits on the same kind of machine, for which torch is
    kept to one thread; `place` says where frames are developed, see `Darkroom`.

    >>> frames = train(catalog.resolve(loss="arcface", seed=1))
    >>> next(frames).step
    0

    Raises Refusal for a device or data that this machine lacks, NotFinite at the very step, and Stopped.
    """
    demand_runnable(recipe)
    with closing(Session(recipe, place=place).shots(heed)) as shots:
        while True:
            try:
                shot = next(shots)
            except StopIteration as end:
                final: dict[str, float] = end.value
                return final
            yield shot.frame


@dataclass(frozen=True, kw_only=True, eq=False)
class Shot:
    """A frame, and at keyframes what a checkpoint holds (see `Checkpoint`). glance: one that was only wished for."""

    frame: Frame
    glance: bool = False
    watch: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, NDArray[Any]] | None = None


class Session:
    """One recipe being trained, from its start or from a checkpoint of `opened`. Raises Unfit if that does not fit."""

    def __init__(self, recipe: Recipe, start: Checkpoint | None = None, *, place: Place = "auto") -> None:
        torch.set_num_threads(1)
        digits = load(recipe.data)
        self.trainer = Trainer(recipe, digits)
        self.camera = Camera(self.trainer, digits)
        self._lab = Lab(self.camera, digits)
        if start is not None:
            restore(self.trainer, self.camera, start)
        frames = self.trainer.course.frames
        self._shown, self._keys = set(frames), {*frames[::KEYFRAMES], frames[-1]}
        self._room: Darkroom[Shot] = Darkroom(self.trainer.device, place, self._lab.ready)

    @property
    def seconds_beside(self) -> float:
        """CPU seconds spent on frames in another thread and another process."""
        return self._room.seconds + self._lab.seconds

    def shots(self, heed: Heed = always) -> Generator[Shot, None, dict[str, float]]:
        """As `train`, with what checkpoints hold."""
        with self._room as room:
            try:
                yield from self._steps(heed)
                moment = self.trainer.moment()
                training = self.camera.training(moment)
            except NotFinite:
                yield from room.drain()  # what went wrong in an earlier frame goes before
                raise
            yield from room.drain()
            return self.camera.final(moment, training)

    def _steps(self, heed: Heed) -> Generator[Shot]:
        trainer, room = self.trainer, self._room
        initial = trainer.state() if trainer.step == 0 else None
        while trainer.step < trainer.steps:
            if trainer.turn():
                yield from room.drain()
                self.camera.turn(trainer.recipe)
            trainer.backward()
            if initial is not None:
                yield taken(self._lab, self.camera, trainer.moment(), initial, self.camera.first)
                initial = None
            trainer.update()
            if trainer.step in self._shown:
                beside = room.beside()
                moment = trainer.moment(kept=beside)
                state = trainer.state() if trainer.step in self._keys else None
                room.develop(partial(taken, self._lab, self.camera, moment, state), beside=beside)
            yield from room.ready()
            yield from self._heeded(heed)

    def _heeded(self, heed: Heed) -> Generator[Shot]:
        """What is wished after a step; a step that has its frame anyway needs no glance. Raises Stopped."""
        while (answer := heed()) == "show":
            yield from self._room.drain()
            if self.trainer.step not in self._shown:
                yield Shot(frame=self.camera.glance(self.trainer.glance()), glance=True)
        if not answer:
            yield from self._room.drain()
            raise self._stopped()

    def _stopped(self) -> Stopped:
        """The run as it is now, between two frames or at one."""
        state, moment = self.trainer.state(), self.trainer.moment()
        return Stopped(moment.step, self.camera.state(), held(state, self.camera.look(moment)))


def taken(
    lab: Lab, camera: Camera, moment: Moment, state: Mapping[str, Tensor] | None, picture: Picture | None = None
) -> Shot:
    """The frame of this moment, and where there is a state of the run, what a checkpoint holds of it."""
    frame, picture = lab.frame(moment, picture)
    if state is None:
        return Shot(frame=frame)
    return Shot(frame=frame, watch=camera.state(), tensors=held(state, picture))


def held(state: Mapping[str, Tensor], picture: Picture) -> dict[str, NDArray[Any]]:
    """The tensors of a checkpoint: the run's state, and what is seen of it in full dimension."""
    seen = {EMBEDDING: picture.probe.features.half(), VECTORS: picture.vectors, BIAS: picture.bias}
    return plain({**state, **{name: tensor for name, tensor in seen.items() if tensor is not None}})


def demand_runnable(recipe: Recipe) -> None:
    """Raises Refusal for a recipe whose device, data or edits cannot be had here."""
    if recipe.edits:
        catalog.edited(recipe, recipe.edits)
    found(recipe.device)
    load(recipe.data)
