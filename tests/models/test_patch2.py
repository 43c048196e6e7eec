"""patch2 has the published size, starts from its generator, and learns in channels_last."""

from __future__ import annotations

import torch

from models.patch2 import Patch2


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_it_has_69_thousand_weights() -> None:
    assert sum(p.numel() for p in Patch2(2).parameters()) == 68_610


def test_initial_weights_are_spread_as_torch_spreads_them() -> None:
    torch.manual_seed(0)
    ours, theirs = Patch2(2).layers[10].weight, torch.nn.Linear(768, 64).weight
    assert ours.abs().max() <= theirs.abs().max() * 1.01
    assert abs(ours.std() / theirs.std() - 1) < 0.02


def test_filters_lie_in_channels_last() -> None:
    assert Patch2(2).layers[0].weight.is_contiguous(memory_format=torch.channels_last)


def test_the_first_layer_reads_two_by_two_pixels_as_four_channels() -> None:
    layer, images = Patch2(2, generator=seeded(0)).layers[0], torch.randn(3, 1, 28, 28, generator=seeded(1))
    apart = torch.nn.Conv2d(4, 16, 3, stride=2, padding=1, bias=False)
    with torch.no_grad():
        apart.weight.copy_(torch.nn.functional.pixel_unshuffle(layer.weight, 2))
        assert torch.allclose(layer(images), apart(torch.nn.functional.pixel_unshuffle(images, 2)), atol=1e-5)
