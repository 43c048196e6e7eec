"""What a frame shows: moments of a run and the probe set enter, frames and the final readings leave."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from lossviz.datasets import Digits
from lossviz.engine import readings
from lossviz.engine.axes import Axes
from lossviz.engine.health import Finding, Watch
from lossviz.engine.metric import metric_of
from lossviz.engine.moment import Moment
from lossviz.engine.pull import chosen, pull
from lossviz.engine.readings import Labelled
from lossviz.engine.trainer import Trainer
from lossviz.engine.trial import foreseen
from lossviz.frame import Frame
from lossviz.recipe import Recipe


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """One moment in full dimension: the probe set, what the loss owns, its scores of the probe set, and its pull."""

    probe: Labelled
    vectors: Tensor | None
    bias: Tensor | None
    centres: Tensor | None
    scores: Tensor | None
    pull: Tensor | None = None


class Camera:
    """Looks at a run: `look` takes the picture of a moment, `frame` adds the readings and findings of one.

    `first` is the picture of the initial weights, `last` the latest with its step; `taken` frames have left. Moments
    come in order.
    """

    def __init__(self, trainer: Trainer, digits: Digits) -> None:
        self.trainer = trainer
        self.classes = len(digits.trained)
        self.images = torch.tensor(digits.probe_images, device=trainer.device)
        self.labels = torch.tensor(digits.probe_labels, dtype=torch.int64, device=trainer.device)
        self.pulled = torch.tensor(chosen(digits.probe_labels, self.classes), device=trainer.device)
        self.turn(trainer.recipe)
        self.first = self.look(trainer.moment())
        self.last = trainer.step, self.first
        self.axes = Axes(trainer.recipe.dim, partial(foreseen, trainer.recipe, digits, self.images))
        self.taken = 0

    def turn(self, recipe: Recipe) -> None:
        """Looks with the metric of this recipe, and watches for what can go wrong with it, from now on."""
        self.metric = metric_of(recipe)
        self.watch = Watch(recipe, self.classes)

    def state(self) -> dict[str, Any]:
        """What decides later frames besides the run itself, as plain values."""
        return {"watch": self.watch.state(), "axes": self.axes.state()}

    def restore(self, state: Mapping[str, Any], taken: int) -> None:
        """Goes on as after `taken` frames. Raises KeyError or ValueError for what `state` did not write."""
        self.turn(self.trainer.recipe)
        self.watch.restore(state["watch"])
        self.axes.restore(state["axes"])
        self.taken = taken

    @torch.no_grad()
    def look(self, moment: Moment) -> Picture:
        """The probe set as it lies then. Raises NotFinite when a part of the picture is not finite."""
        loss = moment.loss
        probe = self._labelled(moment, self.images, self.labels)
        loss.eval()
        picture = Picture(
            probe=probe,
            vectors=loss.class_vectors,
            bias=loss.bias,
            centres=loss.centres,
            scores=loss.scores(probe.features),
        )
        loss.train()
        demand_finite(moment, picture)
        return replace(picture, pull=pull(loss, probe.features[self.pulled], self.labels[self.pulled]))

    @torch.no_grad()
    def frame(self, moment: Moment, picture: Picture | None = None) -> Frame:
        """The next frame: the moment's picture, or the one given, with the readings of the moment's last batch."""
        picture = self.look(moment) if picture is None else picture
        for loss in moment.said[:, 1].tolist():
            self.watch.batch(loss)
        named = self._named(moment, picture)
        health = self.watch.findings(picture.probe.features, named, moment.step)
        frame = self._framed(self.taken, moment, picture, named, health)
        self.taken += 1
        self.last = moment.step, picture
        return frame

    @torch.no_grad()
    def glance(self, moment: Moment) -> Frame:
        """What a frame would show now, under the number of the one before, and without findings: nothing counts it."""
        picture = self.look(moment)
        return self._framed(self.taken - 1, moment, picture, self._named(moment, picture), ())

    def _named(self, moment: Moment, picture: Picture) -> dict[str, float]:
        """The readings of a frame."""
        probe, scores = readings.known(picture.probe, picture.scores)
        vectors = probe.means(self.metric)[:, None] if picture.vectors is None else picture.vectors
        return {
            **last_batch(moment),
            **readings.within(probe, self.metric),
            **readings.to_classes(probe, vectors, scores),
            **({"variance_shown": self.axes.share(picture.probe.features)} if self.axes.projected else {}),
        }

    def _framed(
        self, n: int, moment: Moment, picture: Picture, named: Mapping[str, float], health: tuple[Finding, ...]
    ) -> Frame:
        probe, centres = picture.probe, picture.centres
        if picture.vectors is None and centres is None:
            centres = readings.known(probe)[0].means(self.metric)
        return Frame(
            n=n,
            step=moment.step,
            epoch=moment.step / moment.per_epoch,
            points=self.axes.drawn(probe.features),
            vectors=self.axes.drawn(picture.vectors),
            bias=None if picture.bias is None else picture.bias.cpu().numpy(),
            centres=self.axes.drawn(centres),
            pull=self.axes.drawn(picture.pull),
            readings={name: six_digits(value) for name, value in named.items()},
            health=health,
        )

    @torch.no_grad()
    def training(self, moment: Moment) -> Labelled:
        """The training digits as they lie then."""
        return self._labelled(moment, self.trainer.images, self.trainer.labels)

    @torch.no_grad()
    def final(self, moment: Moment, training: Labelled) -> dict[str, float]:
        """The readings of the trained run, its probe set compared with the training digits."""
        step, picture = self.last
        if step != moment.step:
            picture = self.look(moment)
        vectors = training.means(self.metric)[:, None] if picture.vectors is None else picture.vectors
        probe, scores = readings.known(picture.probe, picture.scores)
        named = {
            **last_batch(moment),
            **readings.against(probe, training, self.metric),
            **readings.to_classes(probe, vectors, scores),
        }
        return {name: six_digits(value) for name, value in named.items()}

    def _labelled(self, moment: Moment, images: Tensor, labels: Tensor) -> Labelled:
        return Labelled(features=moment.embed(images), labels=labels, classes=self.classes)


def last_batch(moment: Moment) -> dict[str, float]:
    """The readings of the moment's last batch."""
    _, value, norm = moment.last.tolist()
    own = {name: float(value) for name, value in moment.loss.readings.items()}
    finite = {name: value for name, value in own.items() if math.isfinite(value)}
    return {"loss": value, "gradient_norm": norm, **finite}


def demand_finite(moment: Moment, picture: Picture) -> None:
    """Raises NotFinite for the first part of the picture that is not finite."""
    parts = {"embedding": picture.probe.features, "class vectors": picture.vectors, "centres": picture.centres}
    for name, part in parts.items():
        if part is not None:
            moment.demand_finite(part, name)


def six_digits(value: float) -> float:
    """The value to six significant digits: float32 holds hardly more, and a frame's header stays short."""
    return float(f"{value:.6g}")
