"""Initial weights: a network and a generator enter; the weights are drawn again from that generator."""

from __future__ import annotations

import math

from torch import Generator, nn


def initialise(network: nn.Module, generator: Generator | None = None) -> None:
    """Draws every weight and bias from U(−1/√n, 1/√n), n inputs a unit: torch's own rule, but with a generator."""
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            bound = 1 / math.sqrt(layer.weight[0].numel())
            nn.init.uniform_(layer.weight, -bound, bound, generator=generator)
            if layer.bias is not None:
                nn.init.uniform_(layer.bias, -bound, bound, generator=generator)
