"""The MLP has two hidden layers, the linear map none."""

from models.linear import Linear
from models.mlp import Mlp


def test_an_mlp_has_218_thousand_weights() -> None:
    assert (
        sum(weights.numel() for weights in Mlp(2).parameters()) == 784 * 256 + 256 * 64 + 2 * 256 + 2 * 64 + 64 * 2 + 2
    )


def test_a_linear_map_has_a_weight_a_pixel_and_coordinate() -> None:
    assert [tuple(weights.shape) for weights in Linear(3).parameters()] == [(3, 784), (3,)]
