"""The moving parts of a run: a recipe and its data enter; batch by batch, embedder and loss learn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pkgutil import resolve_name

import torch
from torch import Tensor, nn

from lossviz import catalog, losses
from lossviz.datasets import Digits, balanced, rolled, uniform
from lossviz.datasets.samplers import Batches
from lossviz.engine.course import Course
from lossviz.engine.device import found
from lossviz.engine.failure import demand_finite
from lossviz.engine.moment import Kept, Moment
from lossviz.engine.optimiser import moments, optimiser, replace_vectors, set_moments, set_rate
from lossviz.engine.schedule import per_epoch
from lossviz.engine.streams import stream
from lossviz.losses import Loss
from lossviz.recipe import Recipe
from models.embedder import Embedder
from models.start import settle

SETTLING = 500
"""Images whose statistics batch normalisation starts from."""


class Trainer:
    """Embedder, loss, optimiser and batches of one run.

    `steps` updates make the run, `per_epoch` an epoch; `step` have been made. `recipe` is the one in force: it changes
    where the run is edited. `last` is what the last batch said: whether its embedding was finite, its loss, and the
    length of the gradient, [3].
    """

    def __init__(self, recipe: Recipe, digits: Digits) -> None:
        self.device = found(recipe.device)
        self.images = torch.tensor(digits.train_images, device=self.device)
        self.labels = torch.tensor(digits.train_labels, dtype=torch.int64, device=self.device)
        self.per_epoch = per_epoch(len(self.labels), recipe.batch_size)
        self.course = Course(recipe, self.per_epoch)
        self.leg = self.course.legs[0]
        self.step = 0
        self.last = torch.zeros(3)
        self._said: list[tuple[int, Tensor]] = []
        self._fine = torch.ones(())
        self._normalised = digits.normalised
        self._classes = len(digits.trained)
        self._counts = torch.bincount(self.labels, minlength=self._classes).tolist()
        self.embedder = embedder(recipe).to(self.device)
        settle(self.embedder, self._normalised(sample(self.images)))
        self.loss = self._new_loss()
        self._optimiser = optimiser(recipe, self.embedder, self.loss)
        self._batches = batches(recipe, self.labels.cpu())
        self._shifts = stream(recipe.seed, "augmentation")

    @property
    def recipe(self) -> Recipe:
        """The recipe in force."""
        return self.leg.recipe

    @property
    def steps(self) -> int:
        """Updates that make the run."""
        return self.course.steps

    @cached_property
    def parameters(self) -> list[nn.Parameter]:
        """Every weight that learns."""
        return [*self.embedder.parameters(), *self.loss.parameters()]

    @cached_property
    def _spare(self) -> tuple[Embedder, Loss]:
        """Another embedder and loss, for looking at kept moments, one after another, while the run's own go on."""
        return deepcopy((self.embedder, self.loss))

    def backward(self) -> None:
        """Takes the next batch through embedder and loss and back.

        Raises NotFinite at the first bad tensor; on a GPU, which nobody waits for, `Moment.demand_finite_batches` does.
        """
        chosen = moved(next(self._batches), self.device)
        images = self._normalised(rolled(self.images.index_select(0, chosen), self.recipe.roll, self._shifts))
        self.loss.advance(self.leg.progress(self.step), self.step - self.leg.origin)
        features = self.embedder(images)
        self._demand_finite(features, "embedding")
        value = self.loss(features, self.labels[chosen])
        self._demand_finite(value, "loss")
        self._optimiser.zero_grad(set_to_none=True)
        value.backward()
        norm = total_norm([p.grad for p in self.parameters if p.grad is not None])
        self._demand_finite(norm, "gradient")
        finite = self._fine if self.device.type == "cpu" else features.detach().isfinite().all().float()
        self.last = torch.stack([finite, value.detach().float(), norm.float()])
        self._said.append((self.step, self.last))

    def update(self) -> None:
        """Moves the weights by the gradients of the last batch."""
        set_rate(self._optimiser, self.leg.rate(self.step))
        self._optimiser.step()
        self.step += 1

    def turn(self) -> bool:
        """Lets the edits of this step act; whether the loss is another one now, or has other knobs."""
        leg = self.course.leg(self.step)
        if leg is self.leg:
            return False
        before, self.leg = self.leg.recipe, leg
        changes = (self.recipe.loss, self.recipe.knobs) != (before.loss, before.knobs)
        if changes:
            self._change_loss(goes_on=self.recipe.loss == before.loss)
        return changes

    def moment(self, *, kept: bool = False) -> Moment:
        """The run as it is now, with all that its batches said since the last moment; `kept`: a copy that stays so."""
        said, self._said = self._said, []
        return self._moment(said, kept=kept)

    def glance(self) -> Moment:
        """The run as it is now; what its batches said is said again at the next moment."""
        return self._moment(self._said, kept=False)

    def _moment(self, said: list[tuple[int, Tensor]], *, kept: bool) -> Moment:
        embedder, loss = self._spare if kept else (self.embedder, self.loss)
        return Moment(
            recipe=self.recipe,
            step=self.step,
            per_epoch=self.per_epoch,
            last=self.last,
            said=torch.stack([batch for _, batch in said]) if said else torch.zeros(0, 3),
            since=said[0][0] if said else self.step,
            embedder=embedder,
            loss=loss,
            normalised=self._normalised,
            kept=Kept(copied(self.embedder), copied(self.loss), self.loss.batch) if kept else None,
        )

    def state(self) -> dict[str, Tensor]:
        """A copy of all that decides the rest of the run, apart from what follows from recipe and step."""
        parts = {
            "embedder": self.embedder.state_dict(),
            "loss": self.loss.state_dict(),
            "batch": self.loss.batch,
            "optimiser": moments(self._optimiser),
            "batches": self._batches.state(),
            "run": {"shifts": self._shifts.get_state(), "last": self.last, **self._unseen()},
        }
        return {f"{part}.{name}": t.clone() for part, tensors in parts.items() for name, t in tensors.items()}

    def restore(self, state: Mapping[str, Tensor], step: int) -> None:
        """Goes on from where `state` was taken, after `step` updates.

        Raises KeyError, ValueError or RuntimeError for a state of another run; the trainer is of no more use then.
        """
        self.step, self.leg = step, self.course.before(step)
        self._take(self._new_loss())
        parts: dict[str, dict[str, Tensor]] = defaultdict(dict)
        for name, tensor in state.items():
            part, _, rest = name.partition(".")
            parts[part][rest] = tensor
        self.embedder.load_state_dict(parts["embedder"])
        self.loss.load_state_dict(parts["loss"])
        self.loss.batch = {name: tensor.to(self.device) for name, tensor in parts["batch"].items()}
        set_moments(self._optimiser, parts["optimiser"])
        self._batches.restore(parts["batches"])
        self._shifts.set_state(parts["run"]["shifts"])
        self.last = parts["run"]["last"]
        said = parts["run"].get("said", torch.zeros(0, 3))
        self._said = list(enumerate(said, step - len(said)))

    def _unseen(self) -> dict[str, Tensor]:
        """What the batches since the last moment said, between two frames."""
        return {"said": torch.stack([batch for _, batch in self._said])} if self._said else {}

    def _demand_finite(self, value: Tensor, tensor: str) -> None:
        if self.device.type == "cpu":
            demand_finite(value, tensor, self.step, self.recipe, self.step % self.per_epoch + 1)

    def _new_loss(self) -> Loss:
        return loss(self.recipe, self._counts).to(self.device)

    def _change_loss(self, *, goes_on: bool) -> None:
        """Puts the loss of the recipe in force in the place of the present one; if it `goes_on`, with its weights."""
        old, fresh = self.loss, self._new_loss()
        same = goes_on and shapes(old) == shapes(fresh)
        kept = moments(self._optimiser) if same else None
        if same:
            fresh.load_state_dict(old.state_dict())
        self._take(fresh)
        if kept is not None:
            set_moments(self._optimiser, kept)

    def _take(self, loss: Loss) -> None:
        self.loss = loss
        replace_vectors(self._optimiser, loss)
        for made in ("parameters", "_spare"):
            self.__dict__.pop(made, None)


def total_norm(gradients: list[Tensor]) -> Tensor:
    """The length of all of them as one vector: `nn.utils.get_total_norm` for one device, in half its time."""
    length: Tensor = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients)))
    return length


def sample(images: Tensor) -> Tensor:
    """Some SETTLING images from everywhere in the set, which may be sorted by class."""
    return images[:: max(1, len(images) // SETTLING)]


def embedder(recipe: Recipe) -> Embedder:
    """The recipe's embedder at its initial weights."""
    kind = resolve_name(catalog.embedders()[recipe.embedder].code)
    chance = stream(recipe.seed, "embedder")
    network: Embedder = kind(recipe.dim, bias=recipe.bias, last_relu=recipe.last_relu, generator=chance)
    return network


def loss(recipe: Recipe, counts: Sequence[int]) -> Loss:
    """The recipe's loss at its initial class vectors, told how often each class occurs."""
    return losses.create(
        recipe.loss,
        num_classes=len(counts),
        embedding_dim=recipe.dim,
        class_counts=counts,
        generator=stream(recipe.seed, "class vectors"),
        **recipe.knobs,
    )


def shapes(module: nn.Module) -> dict[str, torch.Size]:
    """The shape of everything in the module's state."""
    return {name: tensor.shape for name, tensor in module.state_dict().items()}


def copied(module: nn.Module) -> dict[str, Tensor]:
    """A copy of the module's state."""
    return {name: tensor.clone() for name, tensor in module.state_dict().items()}


def moved(indices: Tensor, device: torch.device) -> Tensor:
    """The indices on the device; a GPU fetches them when it gets there."""
    if device.type != "cuda":
        return indices.to(device)
    return indices.pin_memory().to(device, non_blocking=True)


def batches(recipe: Recipe, labels: Tensor) -> Batches:
    """The recipe's endless stream of batches, as indices into the training digits."""
    chance = stream(recipe.seed, "batches")
    if recipe.p_classes is None or recipe.k_samples is None:
        return uniform(len(labels), recipe.batch_size, chance)
    return balanced(labels, recipe.p_classes, recipe.k_samples, chance)
