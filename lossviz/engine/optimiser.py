"""How weights move: a recipe, an embedder and a loss enter, the optimiser leaves; its rate is set at every step."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import unwrap

import torch
from torch import Tensor, nn
from torch.optim import SGD, AdamW, Optimizer

from lossviz.recipe import Recipe

CLASS_VECTORS = 10.0
"""Class vectors learn this many times faster than the embedder, and without weight decay."""

MOMENTUM = 0.9


class Uncompiled(Optimizer):
    """Optimisers here are never compiled; with torch's wrappers they would load its compiler: 2 s of every process."""

    add_param_group = unwrap(Optimizer.add_param_group)
    zero_grad = unwrap(Optimizer.zero_grad)


class UncompiledAdamW(Uncompiled, AdamW):
    """AdamW."""

    step = torch.no_grad()(unwrap(AdamW.step))


class UncompiledSGD(Uncompiled, SGD):
    """SGD."""

    step = torch.no_grad()(unwrap(SGD.step))


def optimiser(recipe: Recipe, embedder: nn.Module, loss: nn.Module) -> Optimizer:
    """AdamW or SGD with Nesterov momentum over the embedder's weights and the loss's own."""
    groups = [{"params": list(embedder.parameters()), "weight_decay": recipe.weight_decay, "faster": 1.0}]
    groups += vectors(loss)
    if recipe.optimiser == "adamw":
        return UncompiledAdamW(groups, lr=recipe.lr, fused=True)
    return UncompiledSGD(groups, lr=recipe.lr, momentum=MOMENTUM, nesterov=True, fused=True)


def vectors(loss: nn.Module) -> list[dict[str, object]]:
    """The group of the loss's own weights; none if it has none."""
    own = list(loss.parameters())
    return [{"params": own, "weight_decay": 0.0, "faster": CLASS_VECTORS}] if own else []


def set_rate(moves: Optimizer, rate: float) -> None:
    """Sets the embedder's learning rate; class vectors keep theirs ahead of it."""
    for group in moves.param_groups:
        group["lr"] = rate * group["faster"]


def replace_vectors(moves: Optimizer, loss: nn.Module) -> None:
    """Puts another loss's weights in the place of the present one's; the embedder's moments stay."""
    for group in moves.param_groups[1:]:
        for weights in group["params"]:
            moves.state.pop(weights, None)
    del moves.param_groups[1:]
    for group in vectors(loss):
        moves.add_param_group(group)


def moments(moves: Optimizer) -> dict[str, Tensor]:
    """What the optimiser remembers of each weight, as "<number of the weight>.<name>"."""
    weights = _weights(moves)
    return {f"{i}.{name}": value for i, w in enumerate(weights) for name, value in moves.state.get(w, {}).items()}


def set_moments(moves: Optimizer, kept: Mapping[str, Tensor]) -> None:
    """Gives the optimiser back what `moments` took. Raises ValueError for what fits no weight."""
    weights = _weights(moves)
    moves.state.clear()
    for key, value in kept.items():
        number, _, name = key.partition(".")
        weight = weights[int(number)]
        if value.ndim and value.shape != weight.shape:
            raise ValueError(f"{key} must have the shape {tuple(weight.shape)}, got {tuple(value.shape)}")
        # laid out in memory like its weight, which the fused steps rely on
        like = torch.empty_like(weight) if value.ndim else torch.empty((), device=weight.device)
        moves.state[weight][name] = like.detach().copy_(value)


def _weights(moves: Optimizer) -> list[Tensor]:
    return [weight for group in moves.param_groups for weight in group["params"]]
