"""What holds for every embedder of the shelf: its shape, its start, its last layer, and its folded form."""

from __future__ import annotations

from pkgutil import resolve_name

import pytest
import torch

from lossviz.catalog import embedders
from models.embedder import Embedder

each = pytest.mark.parametrize("id", embedders())


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


IMAGES = torch.randn(16, 1, 28, 28, generator=seeded(9))


def made(id: str, dim: int = 2, seed: int = 0, **settings: bool) -> Embedder:
    network: Embedder = resolve_name(embedders()[id].code)(dim, generator=seeded(seed), **settings)
    return network


@each
@pytest.mark.parametrize("dim", [2, 3, 16])
def test_it_turns_images_into_features(id: str, dim: int) -> None:
    assert made(id, dim)(IMAGES[:3]).shape == (3, dim)


@each
def test_the_same_generator_gives_the_same_weights(id: str) -> None:
    first, second, other = (list(made(id, seed=seed).parameters()) for seed in (1, 1, 2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
    assert not torch.equal(first[0], other[0])


@each
def test_features_take_both_signs_and_neither_vanish_nor_explode(id: str) -> None:
    features = made(id)(IMAGES)
    assert features.min() < 0 < features.max()
    assert 0.05 < features.std() < 5


@each
def test_without_bias_only_the_bias_of_the_last_layer_is_missing(id: str) -> None:
    whole, without = made(id).state_dict(), made(id, bias=False).state_dict()
    (missing,) = whole.keys() - without.keys()
    assert missing.endswith(".bias")
    assert whole[missing].shape == (2,)
    assert all(torch.equal(weights, whole[name]) for name, weights in without.items())


@each
def test_a_last_relu_cuts_the_negative_values(id: str) -> None:
    assert torch.equal(made(id, last_relu=True)(IMAGES), made(id)(IMAGES).clamp(min=0))


@each
def test_the_folded_network_is_the_same_map_without_normalisation(id: str) -> None:
    network = made(id)
    network(IMAGES)  # so that the running statistics are not the trivial ones
    folded = network.folded()
    with torch.no_grad():
        torch.testing.assert_close(folded(IMAGES), network.eval()(IMAGES), rtol=1e-4, atol=1e-5)
    assert not any(isinstance(layer, torch.nn.modules.batchnorm._BatchNorm) for layer in folded)
