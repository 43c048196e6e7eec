"""What a frame shows: a trainer and the probe set enter, frames and the final readings leave."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from lossviz.datasets import Digits
from lossviz.engine import readings
from lossviz.engine.axes import Axes
from lossviz.engine.health import Watch
from lossviz.engine.metric import metric_of
from lossviz.engine.readings import Labelled
from lossviz.engine.trainer import Trainer
from lossviz.frame import Frame


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """One moment in full dimension: the probe set, what the loss owns, and the scores of the probe set."""

    probe: Labelled
    vectors: Tensor | None
    bias: Tensor | None
    centres: Tensor | None
    scores: Tensor | None


class Camera:
    """Looks at a trainer: `look` takes the picture, `frame` adds the readings and findings of that moment.

    `first` is the picture of the initial weights.
    """

    def __init__(self, trainer: Trainer, digits: Digits) -> None:
        self.trainer = trainer
        self.metric = metric_of(trainer.recipe)
        self.classes = len(digits.classes)
        self.images = torch.tensor(digits.probe_images, device=trainer.device)
        self.labels = torch.tensor(digits.probe_labels, dtype=torch.int64, device=trainer.device)
        self.watch = Watch(trainer.recipe, self.classes)
        self.first = self.look()
        self.axes = Axes(self.first.probe.features)
        self.taken = 0

    @torch.no_grad()
    def look(self) -> Picture:
        """The probe set as it lies now. Raises NotFinite when a part of the picture is not finite."""
        loss = self.trainer.loss
        probe = self._labelled(self.images, self.labels)
        loss.eval()
        picture = Picture(
            probe=probe,
            vectors=loss.class_vectors,
            bias=loss.bias,
            centres=loss.centres,
            scores=loss.scores(probe.features),
        )
        loss.train()
        self._demand_finite(picture)
        return picture

    @torch.no_grad()
    def frame(self, picture: Picture) -> Frame:
        """The next frame: this picture with the readings of the last batch."""
        probe, trainer = picture.probe, self.trainer
        means = probe.means(self.metric)
        vectors = means[:, None] if picture.vectors is None else picture.vectors
        centres = means if picture.vectors is None and picture.centres is None else picture.centres
        named = {
            **self._last_batch(),
            **readings.within(probe, self.metric),
            **readings.to_classes(probe, vectors, picture.scores),
        }
        frame = Frame(
            n=self.taken,
            step=trainer.step,
            epoch=trainer.step / trainer.per_epoch,
            points=self.axes.drawn(probe.features),
            vectors=self.axes.drawn(picture.vectors),
            bias=None if picture.bias is None else picture.bias.cpu().numpy(),
            centres=self.axes.drawn(centres),
            readings={name: six_digits(value) for name, value in named.items()},
            health=self.watch.findings(probe.features, named, trainer.step),
        )
        self.taken += 1
        return frame

    @torch.no_grad()
    def final(self) -> dict[str, float]:
        """The readings of the trained run, its probe set compared with the training digits."""
        picture = self.look()
        training = self._labelled(self.trainer.images, self.trainer.labels)
        vectors = training.means(self.metric)[:, None] if picture.vectors is None else picture.vectors
        named = {
            **self._last_batch(),
            **readings.against(picture.probe, training, self.metric),
            **readings.to_classes(picture.probe, vectors, picture.scores),
        }
        return {name: six_digits(value) for name, value in named.items()}

    def _labelled(self, images: Tensor, labels: Tensor) -> Labelled:
        return Labelled(features=self.trainer.embed(images), labels=labels, classes=self.classes)

    def _last_batch(self) -> dict[str, float]:
        own = {name: float(value) for name, value in self.trainer.loss.readings.items()}
        return {
            "loss": self.trainer.loss_value,
            "gradient_norm": self.trainer.gradient_norm,
            **{name: value for name, value in own.items() if math.isfinite(value)},
        }

    def _demand_finite(self, picture: Picture) -> None:
        parts = {
            "embedding": picture.probe.features,
            "class vectors": picture.vectors,
            "centres": picture.centres,
        }
        for name, part in parts.items():
            if part is not None:
                self.trainer.demand_finite(part, name)


def six_digits(value: float) -> float:
    """The value to six significant digits: float32 holds hardly more, and a frame's header stays short."""
    return float(f"{value:.6g}")
