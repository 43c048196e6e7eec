"""A run at one step, as a camera sees it: the network and the loss of that step enter, features of images leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor, nn

from lossviz.engine.failure import demand_finite
from lossviz.losses import Loss
from lossviz.recipe import Recipe
from models.embedder import Embedder

BLOCK = 250
"""Images embedded at once when nothing is learnt: few enough for the features between layers to stay in the cache."""


@dataclass(frozen=True, eq=False)
class Kept:
    """Copies of what embedder and loss were, and of the batch that the loss's readings are about."""

    embedder: Mapping[str, Tensor]
    loss: Mapping[str, Tensor]
    batch: Mapping[str, Tensor]


@dataclass(frozen=True, kw_only=True, eq=False)
class Moment:
    """After `step` updates. last, said: [3] of the last batch and [n, 3] of all batches since the moment before, each
    whether the embedding was finite, the loss, and the length of the gradient. since: updates before the first of them.

    recipe: the one in force. normalised: byte images as the embedder wants them. kept: weights to put into embedder
    and loss before looking; without, they are the run's own, and the moment must be looked at before it passes.
    """

    recipe: Recipe
    step: int
    per_epoch: int
    last: Tensor
    said: Tensor
    since: int
    embedder: Embedder
    loss: Loss
    normalised: Callable[[Tensor], Tensor]
    kept: Kept | None = None

    def recall(self) -> None:
        """Puts the kept weights, if any, into embedder and loss: to be called once, before anything is looked at."""
        if self.kept is not None:
            self.embedder.load_state_dict(self.kept.embedder)
            self.loss.load_state_dict(self.kept.loss)
            self.loss.batch = self.kept.batch

    @cached_property
    def look(self) -> nn.Module:
        """The embedder for looking only."""
        network = self.embedder.folded()
        self.embedder.train()
        return network

    @torch.no_grad()
    def embed(self, images: Tensor) -> Tensor:
        """Features (N, d) of byte images (N, 28, 28), with the batch normalisation of evaluation."""
        return torch.cat([self.look(self.normalised(block)) for block in torch.split(images, BLOCK)])

    def demand_finite(self, value: Tensor, tensor: str) -> None:
        """Raises NotFinite, naming this step and batch, unless every entry is finite."""
        self._demand_finite(value, tensor, self.step)

    def demand_finite_batches(self) -> None:
        """Raises NotFinite for the first of the batches said of that was not finite."""
        said = self.said.cpu()
        if said.isfinite().all() and bool(said[:, 0].all()):
            return
        for step, (finite, loss, norm) in enumerate(said, self.since):
            self._demand_finite(1 / finite, "embedding", step)
            self._demand_finite(loss, "loss", step)
            self._demand_finite(norm, "gradient", step)

    def _demand_finite(self, value: Tensor, tensor: str, step: int) -> None:
        demand_finite(value, tensor, step, self.recipe, step % self.per_epoch + 1)
