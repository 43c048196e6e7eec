"""A network starts with the statistics of its images and the weights of its generator."""

from __future__ import annotations

import torch
from torch import nn

from models.patch2 import Patch2
from models.start import settle

IMAGES = torch.randn(64, 1, 28, 28, generator=torch.Generator().manual_seed(0)) * 3 + 1


def test_after_settling_evaluation_sees_what_training_sees() -> None:
    network = Patch2(2, generator=torch.Generator().manual_seed(1))
    assert not torch.allclose(network.eval()(IMAGES), network.train()(IMAGES), atol=0.1)
    settle(network, IMAGES)
    torch.testing.assert_close(network.eval()(IMAGES), network.train()(IMAGES), rtol=0.05, atol=0.02)


def test_settling_moves_no_weight_and_leaves_the_momentum() -> None:
    network = Patch2(2)
    before = [weights.clone() for weights in network.parameters()]
    settle(network, IMAGES)
    assert all(torch.equal(a, b) for a, b in zip(before, network.parameters(), strict=True))
    assert {layer.momentum for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)} == {0.1}
