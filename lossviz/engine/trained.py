"""A trained run, to be asked about: its recipe and what a checkpoint holds enter, features of any images leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lossviz.checkpoint import BIAS, VECTORS, WEIGHTS
from lossviz.datasets import Digits, load
from lossviz.engine.moment import BLOCK
from lossviz.engine.trainer import embedder
from lossviz.recipe import Recipe


@dataclass(frozen=True, kw_only=True, eq=False)
class Trained:
    """A run's final state. vectors (C, K, d), bias (C,): of its classes, or None. `digits`: what it was trained on."""

    recipe: Recipe
    digits: Digits
    network: nn.Module
    vectors: Tensor | None
    bias: Tensor | None

    @torch.no_grad()
    def features(self, images: NDArray[Any]) -> Tensor:
        """Features (N, d) of byte images (N, 28, 28)."""
        blocks = torch.split(torch.tensor(images), BLOCK)
        return torch.cat([self.network(self.digits.normalised(block)) for block in blocks])


def trained(plain: Mapping[str, Any], material: Mapping[str, NDArray[Any]]) -> Trained:
    """The run of a plain recipe, `material` as `lossviz.runs.keyframes` gives it.

    Raises Refusal for data that this machine lacks, RuntimeError for weights of another network.
    """
    torch.set_num_threads(1)
    recipe = Recipe.from_json(plain)
    network = embedder(recipe)
    weights = {name.removeprefix(WEIGHTS): t for name, t in material.items() if name.startswith(WEIGHTS)}
    network.load_state_dict({name: torch.tensor(t) for name, t in weights.items()})
    vectors, bias = (torch.tensor(material[name]) if name in material else None for name in (VECTORS, BIAS))
    return Trained(recipe=recipe, digits=load(recipe.data), network=network.folded(), vectors=vectors, bias=bias)
