"""mlp: digits (N, 1, 28, 28) enter, features (N, d) leave; a network that knows nothing of neighbouring pixels."""

from __future__ import annotations

from torch import Generator, nn

from models.embedder import Embedder, last
from models.start import initialise


class Mlp(Embedder):
    """A multilayer perceptron of 220 thousand weights: linear 256 → linear 64 → linear d.

    Batch normalisation and LeakyReLU(0.1) between them.

    dim: d, the features' dimension. bias, last_relu: of the last layer. generator: the source of the initial weights.
    """

    def __init__(
        self, dim: int, *, bias: bool = True, last_relu: bool = False, generator: Generator | None = None
    ) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Flatten(), *hidden(28 * 28, 256), *hidden(256, 64), *last(64, dim, bias=bias, relu=last_relu)
        )
        initialise(self, generator)


def hidden(inputs: int, outputs: int) -> tuple[nn.Module, ...]:
    """A linear layer with batch normalisation, whose shift makes a bias superfluous."""
    return nn.Linear(inputs, outputs, bias=False), nn.BatchNorm1d(outputs), nn.LeakyReLU(0.1, inplace=True)
