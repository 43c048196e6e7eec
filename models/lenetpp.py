"""lenetpp: digits (N, 1, 28, 28) enter, features (N, d) leave; the network of the first 2-D pictures of MNIST."""

from __future__ import annotations

import math

from torch import Generator, channels_last, nn

from models.embedder import Embedder, last
from models.start import initialise

UNIT_VARIANCE = math.sqrt(3.0)
"""U(−√(3/n), √(3/n)) has variance 1/n. Six layers without batch normalisation need it: with torch's own rule each would
shrink its signal to half."""


class LeNetPP(Embedder):
    """LeNets++: three stages of two 5×5 convolutions with PReLU and a 2×2 pooling, then one linear layer.

    (conv 32 ×2, pool) → (conv 64 ×2, pool) → (conv 128 ×2, pool) → linear d on 1,152 inputs; 800 thousand weights.
    Wen et al. 2016, A Discriminative Feature Learning Approach for Deep Face Recognition, table 1.

    dim: d, the features' dimension. bias, last_relu: of the last layer. generator: the source of the initial weights.
    """

    def __init__(
        self, dim: int, *, bias: bool = True, last_relu: bool = False, generator: Generator | None = None
    ) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *stage(1, 32), *stage(32, 64), *stage(64, 128), nn.Flatten(),
            *last(128 * 3 * 3, dim, bias=bias, relu=last_relu),
        )  # fmt: skip
        initialise(self, generator, gain=UNIT_VARIANCE)
        self.to(memory_format=channels_last)


def stage(inputs: int, outputs: int) -> tuple[nn.Module, ...]:
    """Two convolutions, each with a PReLU of one slope a channel, and a pooling that halves the picture."""
    return *convolution(inputs, outputs), *convolution(outputs, outputs), nn.MaxPool2d(2)


def convolution(inputs: int, outputs: int) -> tuple[nn.Module, ...]:
    """A 5×5 convolution that keeps the picture's size."""
    return nn.Conv2d(inputs, outputs, 5, padding=2), nn.PReLU(outputs)
