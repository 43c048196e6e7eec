"""Chance, one stream a role: a seed and a role enter, a generator leaves.

Each role draws from its own generator, so that a change in one (another loss, say) moves none of the others.
"""

from __future__ import annotations

import hashlib
from typing import Literal

from torch import Generator

Role = Literal["embedder", "class vectors", "batches", "augmentation"]


def stream(seed: int, role: Role) -> Generator:
    """The generator of this role in a run with this seed; always on the CPU, so that every device draws the same."""
    digest = hashlib.sha256(f"{seed}/{role}".encode()).digest()
    return Generator().manual_seed(int.from_bytes(digest[:7], "little"))
