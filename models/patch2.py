"""patch2: digits (N, 1, 28, 28) enter, features (N, d) leave; made for training live on one core."""

from __future__ import annotations

from torch import Generator, channels_last, nn

from models.embedder import Embedder, last
from models.start import initialise


class Patch2(Embedder):
    """A small convolutional network of 69 thousand weights, whose first layer reads 2 × 2 pixels as one.

    conv 6×6 stride 4, 16 → conv 3×3, 32 → conv 3×3 stride 2, 48 → linear 64 → linear d, with batch normalisation
    and LeakyReLU(0.1) between them. The first layer is the map of PixelUnshuffle(2) and a 3×3 convolution with
    stride 2 in one step.

    dim: d, the features' dimension. bias, last_relu: of the last layer; a ReLU keeps all features in one quadrant.
    generator: the source of the initial weights.
    """

    def __init__(
        self, dim: int, *, bias: bool = True, last_relu: bool = False, generator: Generator | None = None
    ) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *convolution(1, 16, size=6, stride=4, padding=2),
            *convolution(16, 32),
            *convolution(32, 48, stride=2),
            nn.Flatten(),
            nn.Linear(48 * 4 * 4, 64, bias=False),
            nn.BatchNorm1d(64),
            nn.LeakyReLU(0.1, inplace=True),
            *last(64, dim, bias=bias, relu=last_relu),
        )
        initialise(self, generator)
        self.to(memory_format=channels_last)


def convolution(
    inputs: int, outputs: int, *, size: int = 3, stride: int = 1, padding: int = 1
) -> tuple[nn.Module, ...]:
    """A convolution with batch normalisation, whose shift makes a bias superfluous."""
    return (
        nn.Conv2d(inputs, outputs, size, stride, padding, bias=False),
        nn.BatchNorm2d(outputs),
        nn.LeakyReLU(0.1, inplace=True),
    )
