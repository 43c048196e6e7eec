"""The camera of a run in the second process: moments enter as plain arrays, frames and pictures leave likewise.

All that decides a frame comes with each moment, so that nothing asked before changes what leaves.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from lossviz.datasets import Digits, load, pack_of
from lossviz.engine.camera import Camera, Picture
from lossviz.engine.failure import NotFinite
from lossviz.engine.moment import Kept, Moment
from lossviz.engine.trainer import Trainer
from lossviz.frame import Frame
from lossviz.pack import digest
from lossviz.recipe import Recipe

Arrays = Mapping[str, NDArray[Any]]
Seal = tuple[Any, ...]

REFUSED = b""
"""The answer where the data are others here, or something is not finite."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Exposed:
    """A moment with kept weights, what its camera has come to, and the `seal` of the data."""

    recipe: Recipe
    seal: Seal
    camera: Mapping[str, Any]
    taken: int
    step: int
    per_epoch: int
    since: int
    last: NDArray[Any]
    said: NDArray[Any]
    kept: Mapping[str, Arrays]

    @classmethod
    def of(cls, moment: Moment, kept: Kept, camera: Camera, seal: Seal) -> Exposed:
        """As this camera would see the moment next."""
        return cls(
            recipe=moment.recipe,
            seal=seal,
            camera=camera.state(),
            taken=camera.taken,
            step=moment.step,
            per_epoch=moment.per_epoch,
            since=moment.since,
            last=moment.last.numpy(),
            said=moment.said.numpy(),
            kept={part.name: arrays(getattr(kept, part.name)) for part in fields(Kept)},
        )

    def moment(self, trainer: Trainer, digits: Digits) -> Moment:
        """The moment again, to be looked at with the modules of this trainer."""
        return Moment(
            recipe=self.recipe,
            step=self.step,
            per_epoch=self.per_epoch,
            last=tensor(self.last),
            said=tensor(self.said),
            since=self.since,
            embedder=trainer.embedder,
            loss=trainer.loss,
            normalised=digits.normalised,
            kept=Kept(**{name: tensors(part) for name, part in self.kept.items()}),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Developed:
    """A frame, the parts of its picture, how the camera's watch stands after it, and the CPU seconds it took."""

    frame: Frame
    features: NDArray[Any]
    owned: Arrays
    watch: Mapping[str, Any]
    seconds: float


def developed(camera: Camera, moment: Moment, picture: Picture | None = None) -> tuple[Frame, Picture]:
    """The next frame, and the picture that it shows unless that is given. Raises NotFinite."""
    moment.recall()
    moment.demand_finite_batches()
    picture = camera.look(moment) if picture is None else picture
    return camera.frame(moment, picture), picture


def answer(question: bytes) -> bytes:
    """A pickled `Exposed` → a pickled `Developed`, or REFUSED."""
    start = time.thread_time()
    asked: Exposed = pickle.loads(question)
    digits = load(asked.recipe.data)
    if seal(digits) != asked.seal:
        return REFUSED
    camera = twin(asked.recipe)
    camera.watch.restore(asked.camera["watch"])
    camera.axes.restore(asked.camera["axes"])
    camera.taken = asked.taken
    try:
        frame, picture = developed(camera, asked.moment(camera.trainer, digits))
    except NotFinite:
        return REFUSED
    return pickle.dumps(
        Developed(
            frame=frame,
            features=picture.probe.features.numpy(),
            owned=owned(picture),
            watch=camera.watch.state(),
            seconds=time.thread_time() - start,
        )
    )


@lru_cache(maxsize=1)
def twin(recipe: Recipe) -> Camera:
    """A camera as the run's own; what its trainer has learnt never counts."""
    digits = load(recipe.data)
    return Camera(Trainer(recipe, digits), digits)


@lru_cache(maxsize=1)
def seal(digits: Digits) -> Seal:
    """Equal for data that give equal frames of equal weights."""
    return digest(pack_of(digits)), digest(digits.train_labels.tobytes()), digits.mean, digits.spread


def owned(picture: Picture) -> Arrays:
    """The parts of a picture besides its probe set; those it lacks are left out."""
    found = {part.name: getattr(picture, part.name) for part in fields(Picture) if part.name != "probe"}
    return arrays({name: part for name, part in found.items() if part is not None})


def arrays(tensors: Mapping[str, Tensor]) -> Arrays:
    """Each as an array of the same memory: no operation of torch, after which the training's thread would take over."""
    return {name: tensor.numpy() for name, tensor in tensors.items()}


def tensors(arrays: Arrays) -> dict[str, Tensor]:
    """Each as a tensor."""
    return {name: tensor(array) for name, array in arrays.items()}


def tensor(array: NDArray[Any]) -> Tensor:
    """A copy, aligned as torch aligns its own."""
    return torch.tensor(array)
