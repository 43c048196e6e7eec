"""How a network starts: a network, a generator and images enter; its weights and statistics are set."""

from __future__ import annotations

import math

import torch
from torch import Generator, Tensor, nn


def initialise(network: nn.Module, generator: Generator | None = None, gain: float = 1.0) -> None:
    """Draws every weight and bias from U(−gain/√n, gain/√n), n inputs a unit; gain 1 is torch's own rule."""
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            bound = gain / math.sqrt(layer.weight[0].numel())
            nn.init.uniform_(layer.weight, -bound, bound, generator=generator)
            if layer.bias is not None:
                nn.init.uniform_(layer.bias, -bound, bound, generator=generator)


@torch.no_grad()
def settle(network: nn.Module, images: Tensor) -> None:
    """Sets the running statistics of batch normalisation to those of these images; no weight changes.

    Without it they start at 0 and 1 and need some twenty steps to arrive, in which evaluation sees another network
    than training does.
    """
    layers = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm1d | nn.BatchNorm2d)]
    usual = [layer.momentum for layer in layers]
    for layer in layers:
        layer.momentum = 1.0
    network.train()(images)
    for layer, momentum in zip(layers, usual, strict=True):
        layer.momentum = momentum
