"""LeNet++ is the network of the center-loss paper, at a start that carries signals through six layers."""

from __future__ import annotations

import torch
from torch import nn

from models.lenetpp import LeNetPP


def test_its_layers_are_those_of_the_paper() -> None:
    layers = LeNetPP(2).layers
    found = [(layer.out_channels, layer.kernel_size) for layer in layers if isinstance(layer, nn.Conv2d)]
    assert found == [(width, (5, 5)) for width in (32, 32, 64, 64, 128, 128)]
    assert sum(isinstance(layer, nn.MaxPool2d) for layer in layers) == 3
    assert layers[-1].in_features == 1152


def test_every_channel_has_a_slope_of_a_quarter_at_first() -> None:
    slopes = [layer.weight for layer in LeNetPP(2).layers if isinstance(layer, nn.PReLU)]
    assert [len(slope) for slope in slopes] == [32, 32, 64, 64, 128, 128]
    assert all(slope.eq(0.25).all() for slope in slopes)


def test_weights_have_the_variance_of_one_input() -> None:
    layer = LeNetPP(2, generator=torch.Generator().manual_seed(0)).layers[-1]
    assert abs(layer.weight.var() * 1152 - 1) < 0.1
