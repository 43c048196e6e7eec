"""A run at one step, as a camera sees it: the network and the loss of that step enter, features of images leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from lossviz.engine.failure import demand_finite
from lossviz.losses import Loss
from lossviz.recipe import Recipe

BLOCK = 250
"""Images embedded at once when nothing is learnt: few enough for the features between layers to stay in the cache."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Moment:
    """After `step` updates. last, said: [3] of the last batch and [n, 3] of all batches since the moment before, each
    whether the embedding was finite, the loss, and the length of the gradient.

    recipe: the one in force. look: the embedder for looking only. normalised: byte images as the embedder wants them.
    """

    recipe: Recipe
    step: int
    per_epoch: int
    last: Tensor
    said: Tensor
    look: nn.Module
    loss: Loss
    normalised: Callable[[Tensor], Tensor]

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
        for step, (finite, loss, norm) in enumerate(said, self.step - len(said)):
            self._demand_finite(1 / finite, "embedding", step)
            self._demand_finite(loss, "loss", step)
            self._demand_finite(norm, "gradient", step)

    def _demand_finite(self, value: Tensor, tensor: str, step: int) -> None:
        demand_finite(value, tensor, step, self.recipe, step % self.per_epoch + 1)
