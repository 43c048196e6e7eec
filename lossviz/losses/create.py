"""From an id to a loss: the shelf's name and settings enter, a ready module leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import torch

from lossviz.catalog import knob_params, losses
from lossviz.losses.module import Loss, Problem
from lossviz.params import Refusal, shown


def create(
    id: str,
    *,
    num_classes: int,
    embedding_dim: int,
    class_counts: Sequence[int] | None = None,
    generator: torch.Generator | None = None,
    **params: Any,
) -> Loss:
    """The loss of this id, with its class vectors drawn from `generator`.

    Settings that are not given are the published ones.
    Raises ValueError for an unknown id, an unknown setting or a value out of range.

    >>> create("arcface", num_classes=10, embedding_dim=2, m=0.3)
    ArcFace()
    """
    if id not in losses():
        raise ValueError(f"loss must be one of {', '.join(losses())}, got {shown(id)}")
    counts = None if class_counts is None else tuple(class_counts)
    problem = Problem(
        num_classes=num_classes, embedding_dim=embedding_dim, class_counts=counts, generator=generator
    )  # fmt: skip
    module, _, name = losses()[id].code.partition(":")
    made: Loss = getattr(import_module(module), name)(problem, **_settings(id, params))
    return made


def _settings(id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    known, owner = knob_params(id), losses()[id].name
    unknown = next((name for name in given if name not in known), None)
    if unknown is not None:
        raise Refusal("refuse.unknown_setting", owner=owner, setting=shown(unknown))
    return {name: param.check(given.get(name, param.default), owner) for name, param in known.items()}
