"""A run put away: everything that determines the rest of it enters, the payload of an LVC1 record leaves, and back.

    payload = u32 length · JSON header · tensors in the safetensors format, little endian

Nothing in it is ever executed.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from lossviz.frame import Damaged

LENGTH = struct.Struct("<I")
EMBEDDING = "embedding"
VECTORS, BIAS = "seen.vectors", "seen.bias"
WEIGHTS = "embedder."


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """A run after `step` updates, of which frame `n` was the last one to leave.

    key, recipe, engine_version: whose run it is. cpu_seconds, seconds, limit: spent, and the view's half-width, so
    far. watch: how long findings have lasted, and the axes that are drawn. tensors by name: "embedding" (P, d), the
    probe set as float16; "seen.*", the class vectors as the frame shows them, in full dimension; "embedder.*", its
    weights and statistics; "loss.*", "optimiser.*", "batches.*", and the generators.
    """

    key: str
    recipe: Mapping[str, Any]
    engine_version: int
    step: int
    n: int
    cpu_seconds: float
    seconds: float
    limit: float
    watch: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    @property
    def embedding(self) -> NDArray[np.float16]:
        """The probe set in full dimension, (P, d)."""
        return self.tensors[EMBEDDING]

    @property
    def vectors(self) -> NDArray[np.float32] | None:
        """The class vectors (C, K, d); None for a loss without."""
        return self.tensors.get(VECTORS)

    @property
    def bias(self) -> NDArray[np.float32] | None:
        """The bias (C,) of linear scores."""
        return self.tensors.get(BIAS)

    @property
    def axes(self) -> NDArray[np.float64] | None:
        """The axes (d, 3) on which more than three dimensions are drawn."""
        axes = self.watch.get("axes")
        return None if axes is None else np.array(axes)

    @property
    def weights(self) -> dict[str, NDArray[Any]]:
        """The embedder's weights and statistics by the names of its `state_dict`."""
        return {name.removeprefix(WEIGHTS): t for name, t in self.tensors.items() if name.startswith(WEIGHTS)}

    def pack(self) -> bytes:
        """The payload of this checkpoint's record."""
        names = ("key", "recipe", "engine_version", "step", "n", "cpu_seconds", "seconds", "limit", "watch")
        header = {name: getattr(self, name) for name in names} | {"parts": sorted(self.tensors)}
        written = json.dumps(header, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
        tensors = {name: np.asarray(tensor, order="C") for name, tensor in self.tensors.items()}
        return b"".join([LENGTH.pack(len(written)), written, save(tensors)])

    @classmethod
    def unpack(cls, payload: bytes) -> Checkpoint:
        """The checkpoint that `pack` wrote. Raises Damaged."""
        try:
            (length,) = LENGTH.unpack_from(payload)
            header = json.loads(payload[LENGTH.size : LENGTH.size + length])
            parts = header.pop("parts")
            tensors = load(payload[LENGTH.size + length :])
            found = cls(**header, tensors=tensors)
        except (struct.error, ValueError, KeyError, TypeError, AttributeError, SafetensorError) as fault:
            raise Damaged("checkpoint") from fault
        if sorted(tensors) != parts:
            raise Damaged("checkpoint")
        return found
