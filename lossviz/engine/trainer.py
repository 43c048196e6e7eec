"""The moving parts of a run: a recipe and its data enter; batch by batch, embedder and loss learn."""

from __future__ import annotations

from collections.abc import Iterator
from pkgutil import resolve_name

import torch
from torch import Tensor, nn

from lossviz import catalog, losses
from lossviz.datasets import Digits, balanced, rolled, uniform
from lossviz.engine.device import found
from lossviz.engine.failure import demand_finite
from lossviz.engine.optimiser import optimiser
from lossviz.engine.schedule import per_epoch
from lossviz.engine.streams import stream
from lossviz.losses import Loss
from lossviz.recipe import Recipe
from models.embedder import Embedder
from models.start import settle

BLOCK = 250
"""Images embedded at once when nothing is learnt: few enough for the features between layers to stay in the cache."""

SETTLING = 500
"""Images whose statistics batch normalisation starts from."""


class Trainer:
    """Embedder, loss, optimiser and batches of one run.

    `steps` updates make the run, `per_epoch` an epoch; `step` have been made. `loss_value` and `gradient_norm`
    belong to the last batch that went backward.
    """

    def __init__(self, recipe: Recipe, digits: Digits) -> None:
        self.recipe = recipe
        self.device = found(recipe.device)
        self.images = torch.tensor(digits.train_images, device=self.device)
        self.labels = torch.tensor(digits.train_labels, dtype=torch.int64, device=self.device)
        self.per_epoch = per_epoch(len(self.labels), recipe.batch_size)
        self.steps = self.per_epoch * recipe.epochs
        self.step = 0
        self.loss_value = self.gradient_norm = 0.0
        self.embedder = embedder(recipe).to(self.device)
        self._normalised = digits.normalised
        settle(self.embedder, self._normalised(sample(self.images)))
        self.loss: Loss = loss(recipe, self.labels, len(digits.classes)).to(self.device)
        self.parameters = [*self.embedder.parameters(), *self.loss.parameters()]
        self._optimiser, self._rates = optimiser(recipe, self.embedder, self.loss, self.steps)
        self._batches = batches(recipe, self.labels.cpu())
        self._shifts = stream(recipe.seed, "augmentation")

    def backward(self) -> None:
        """Takes the next batch through embedder and loss and back. Raises NotFinite at the first bad tensor."""
        chosen = next(self._batches).to(self.device)
        images = rolled(self._normalised(self.images.index_select(0, chosen)), self.recipe.roll, self._shifts)
        self.loss.advance(self.step / self.steps, self.step)
        features = self.embedder(images)
        self.demand_finite(features, "embedding")
        value = self.loss(features, self.labels[chosen])
        self.demand_finite(value, "loss")
        self._optimiser.zero_grad(set_to_none=True)
        value.backward()
        norm = nn.utils.get_total_norm([p.grad for p in self.parameters if p.grad is not None])
        self.demand_finite(norm, "gradient")
        self.loss_value, self.gradient_norm = value.item(), norm.item()

    def update(self) -> None:
        """Moves the weights by the gradients of the last batch."""
        self._optimiser.step()
        self._rates.step()
        self.step += 1

    @torch.no_grad()
    def embed(self, images: Tensor) -> Tensor:
        """Features (N, d) of byte images (N, 28, 28), with the batch normalisation of evaluation."""
        look = self.embedder.folded()
        features = torch.cat([look(self._normalised(block)) for block in torch.split(images, BLOCK)])
        self.embedder.train()
        return features

    def demand_finite(self, value: Tensor, tensor: str) -> None:
        """Raises NotFinite, naming this step and batch, unless every entry is finite."""
        demand_finite(value, tensor, self.step, self.recipe, self.step % self.per_epoch + 1)


def sample(images: Tensor) -> Tensor:
    """Some SETTLING images from everywhere in the set, which may be sorted by class."""
    return images[:: max(1, len(images) // SETTLING)]


def embedder(recipe: Recipe) -> Embedder:
    """The recipe's embedder at its initial weights."""
    kind = resolve_name(catalog.embedders()[recipe.embedder].code)
    chance = stream(recipe.seed, "embedder")
    network: Embedder = kind(recipe.dim, bias=recipe.bias, last_relu=recipe.last_relu, generator=chance)
    return network


def loss(recipe: Recipe, labels: Tensor, classes: int) -> Loss:
    """The recipe's loss at its initial class vectors, told how often each class occurs."""
    return losses.create(
        recipe.loss,
        num_classes=classes,
        embedding_dim=recipe.dim,
        class_counts=torch.bincount(labels, minlength=classes).tolist(),
        generator=stream(recipe.seed, "class vectors"),
        **recipe.knobs,
    )


def batches(recipe: Recipe, labels: Tensor) -> Iterator[Tensor]:
    """The recipe's endless stream of batches, as indices into the training digits."""
    chance = stream(recipe.seed, "batches")
    if recipe.p_classes is None or recipe.k_samples is None:
        return uniform(len(labels), recipe.batch_size, chance)
    return balanced(labels, recipe.p_classes, recipe.k_samples, chance)
