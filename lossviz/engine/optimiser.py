"""How weights move: a recipe, an embedder and a loss enter, the optimiser and its learning-rate schedule leave."""

from __future__ import annotations

from torch import nn
from torch.optim import SGD, AdamW, Optimizer
from torch.optim.lr_scheduler import LRScheduler, OneCycleLR

from lossviz.recipe import Recipe

CLASS_VECTORS = 10.0
"""Class vectors learn this many times faster than the embedder, and without weight decay."""

MOMENTUM = 0.9
WARM_UP = 0.25
"""Share of the run in which the learning rate rises to its peak, from a tenth of it."""


def optimiser(recipe: Recipe, embedder: nn.Module, loss: nn.Module, steps: int) -> tuple[Optimizer, LRScheduler]:
    """AdamW or SGD with Nesterov momentum; the rate follows one cosine cycle, up to `recipe.lr` and down to 1/1000."""
    groups = [{"params": list(embedder.parameters()), "lr": recipe.lr, "weight_decay": recipe.weight_decay}]
    if vectors := list(loss.parameters()):
        groups.append({"params": vectors, "lr": recipe.lr * CLASS_VECTORS, "weight_decay": 0.0})
    moves: Optimizer
    if recipe.optimiser == "adamw":
        moves = AdamW(groups, fused=True)
    else:
        moves = SGD(groups, momentum=MOMENTUM, nesterov=True, fused=True)
    peaks = [group["lr"] for group in moves.param_groups]
    # one step more than there are: the rate is set once before the first update
    rates = OneCycleLR(
        moves,
        peaks,
        total_steps=steps + 1,
        pct_start=WARM_UP,
        div_factor=10,
        final_div_factor=100,
        cycle_momentum=False,
    )
    return moves, rates
