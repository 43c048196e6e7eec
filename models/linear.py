"""linear: digits (N, 1, 28, 28) enter, features (N, d) leave; what a loss can do without a network."""

from __future__ import annotations

from torch import Generator, nn

from models.embedder import Embedder, last
from models.start import initialise


class Linear(Embedder):
    """One linear map of the 784 pixels.

    dim: d, the features' dimension. bias, last_relu: of the map. generator: the source of the initial weights.
    """

    def __init__(
        self, dim: int, *, bias: bool = True, last_relu: bool = False, generator: Generator | None = None
    ) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), *last(28 * 28, dim, bias=bias, relu=last_relu))
        initialise(self, generator)
