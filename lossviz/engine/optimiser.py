"""How weights move: a recipe, an embedder and a loss enter, the optimiser and its learning-rate schedule leave."""

from __future__ import annotations

import math

from torch import nn
from torch.optim import SGD, AdamW, Optimizer
from torch.optim.lr_scheduler import LambdaLR, LRScheduler

from lossviz.recipe import Recipe

CLASS_VECTORS = 10.0
"""Class vectors learn this many times faster than the embedder, and without weight decay."""

MOMENTUM = 0.9
WARM_UP = 0.25
"""Share of the run in which the learning rate rises to its peak."""

LOWEST_AT_FIRST, LOWEST_AT_LAST = 0.1, 0.001
"""Where the learning rate starts and ends, over its peak (Smith and Topin 2017, one cycle)."""


def optimiser(recipe: Recipe, embedder: nn.Module, loss: nn.Module, steps: int) -> tuple[Optimizer, LRScheduler]:
    """AdamW or SGD with Nesterov momentum; the rate goes up to `recipe.lr` and down to 1/1000 of it, once."""
    groups = [{"params": list(embedder.parameters()), "lr": recipe.lr, "weight_decay": recipe.weight_decay}]
    if vectors := list(loss.parameters()):
        groups.append({"params": vectors, "lr": recipe.lr * CLASS_VECTORS, "weight_decay": 0.0})
    moves: Optimizer
    if recipe.optimiser == "adamw":
        moves = AdamW(groups, fused=True)
    else:
        moves = SGD(groups, momentum=MOMENTUM, nesterov=True, fused=True)
    # OneCycleLR of torch 2.14 divides by zero in a run of three steps
    return moves, LambdaLR(moves, lambda step: share_of_peak(step / steps))


def share_of_peak(progress: float) -> float:
    """The learning rate at this point of the run, 0 … 1, over its peak: half a cosine up from 1/10, one down to 1/1000.

    >>> [share_of_peak(p) for p in (0.0, 0.25, 1.0)]
    [0.1, 1.0, 0.001]
    """
    if progress < WARM_UP:
        return _eased(LOWEST_AT_FIRST, 1.0, progress / WARM_UP)
    return _eased(1.0, LOWEST_AT_LAST, (progress - WARM_UP) / (1 - WARM_UP))


def _eased(start: float, end: float, part: float) -> float:
    return end + (start - end) * (1 + math.cos(math.pi * part)) / 2
