"""Where a run puts one more image: a recipe, the image and weights put away under way enter, its features leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from numpy.typing import NDArray

from lossviz.datasets import load
from lossviz.engine.trainer import embedder
from lossviz.recipe import Recipe

SIDE = 28


@torch.no_grad()
def placed(plain: Mapping[str, Any], image: bytes, kept: Sequence[Mapping[str, NDArray[Any]]]) -> list[list[float]]:
    """Features [K][d] of a byte image (28 · 28,) under each of K sets of an embedder's weights.

    Raises Refusal for data that this machine lacks, and RuntimeError for weights of another network.
    """
    recipe = Recipe.from_json(plain)
    pixels = torch.frombuffer(bytearray(image), dtype=torch.uint8).view(1, SIDE, SIDE)
    normalised = load(recipe.data).normalised(pixels)
    network, found = embedder(recipe), []
    for weights in kept:
        network.load_state_dict({name: torch.from_numpy(tensor.copy()) for name, tensor in weights.items()})
        found.append(network.folded()(normalised)[0].tolist())
    return found
