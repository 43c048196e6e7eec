"""A recipe: everything that determines a run, as one frozen value with a key.

It knows no defaults and checks nothing; `lossviz.catalog.resolve` makes recipes from what people write.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

ENGINE_VERSION = 2
"""Raised whenever the same recipe gives other numbers."""

KEY_LENGTH = 32
KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")
"""What a run's key and a data pack's digest look like, and nothing else may."""

Knob = float | int | str | bool
Edit = tuple[int, str, Knob]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What determines a run. `knobs` are the loss's own settings; `edits` (step, field, value) fork it.

    With `sampler` "balanced" a batch is `p_classes` × `k_samples` digits and `batch_size` is their product;
    with "uniform" both are None. `roll` is the largest shift in pixels of the augmentation. `bias` and `last_relu`:
    whether the embedder's last layer has a bias, and whether a ReLU follows it.
    """

    data: str
    embedder: str
    dim: int
    loss: str
    knobs: Mapping[str, Knob] = field(default_factory=dict)
    optimiser: str = "adamw"
    lr: float
    weight_decay: float
    sampler: str
    batch_size: int
    p_classes: int | None = None
    k_samples: int | None = None
    roll: int = 1
    epochs: int
    seed: int
    device: str = "cpu"
    bias: bool = True
    last_relu: bool = False
    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "knobs", MappingProxyType(dict(self.knobs)))

    def to_json(self) -> dict[str, Any]:
        """Plain values, in which every setting is written out."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**plain, "knobs": dict(self.knobs), "edits": [list(e) for e in self.edits]}

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Recipe:
        """The recipe that `to_json` wrote. Raises TypeError for missing or unknown fields."""
        return cls(**{**plain, "edits": tuple((int(s), str(f), v) for s, f, v in plain.get("edits", ()))})

    @property
    def key(self) -> str:
        """32 hex digits that name the run: equal recipes, equal keys."""
        whole = {**self.to_json(), "engine_version": ENGINE_VERSION}
        canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:KEY_LENGTH]

    def but(self, **changes: Any) -> Recipe:
        """The same recipe with some fields changed; nothing is checked."""
        return replace(self, **changes)

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Recipe.from_json, (self.to_json(),))
