"""What a worker does about a drawn digit: its pixels and weights enter, its features leave.

Beside whatever trains there, in a thread of its own. Like `worker`, it reaches the engine by name only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from numpy.typing import NDArray

ENGINE = "lossviz.engine.placing:placed"


@dataclass(frozen=True, kw_only=True, eq=False)
class Job:
    """A digit, 28 × 28 bytes, to be placed in a run by the embedder's weights at some of its steps."""

    key: str
    digest: str
    plain: Mapping[str, Any]
    pixels: bytes
    weights: Mapping[int, Mapping[str, NDArray[Any]]]


async def place(source: str, job: Job) -> list[list[float]]:
    """Features [K][d] of the digit at each of the job's K steps, in their order."""
    kept = list(job.weights.values())
    found: list[list[float]] = await asyncio.to_thread(resolve_name(source), job.plain, job.pixels, kept)
    return found
