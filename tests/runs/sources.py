"""Synthetic runs that behave as their recipe's knobs say; workers import this file by name."""

from __future__ import annotations

import json
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from lossviz.frame import CHECKPOINT, FRAME, GLANCE, HEAD, Frame, ending_record, header_record, record
from lossviz.params import Refusal
from lossviz.recipe import Recipe

STEPS = 10


def scripted(
    recipe: Recipe, attempt: int, start: bytes | None = None, heed: Callable[[], bool | str] = lambda: True
) -> Iterator[bytes]:
    """`frames` frames, one every `pace` seconds, each `every`-th with a checkpoint; `fault` is raised after the first.

    The readings tell the process and the step from which it started.
    """
    frames, pace = int(recipe.knobs.get("frames", 3)), float(recipe.knobs.get("pace", 0.0))
    every = int(recipe.knobs.get("every", frames))
    begun = 0 if start is None else 1 + step_of(start)
    yield header(recipe, attempt)
    for n in range(begun, frames):
        time.sleep(pace)
        yield frame(n, pid=os.getpid(), streamlit="streamlit" in sys.modules, begun=begun)
        if n % every == 0:
            yield checkpoint(recipe, n)
        misbehave(str(recipe.knobs.get("fault", "")))
        while (answer := heed()) == "show":
            yield glance(n)
        if not answer:
            yield checkpoint(recipe, n, n)
            return
    yield ending(step=frames - 1)


def step_of(start: bytes) -> int:
    """The step of a checkpoint's payload. Raises ValueError for a spoilt one."""
    return int(json.loads(start[4:])["step"])


def misbehave(fault: str) -> None:
    """Raises what the recipe asks for."""
    if fault == "bug":
        raise RuntimeError("a fault of the engine")
    if fault == "refusal":
        raise Refusal("refuse.device", device="CUDA")


def header(recipe: Recipe, attempt: int = 1, pack: str = "") -> bytes:
    """The header record of a run."""
    plain = {"version": 1, "key": recipe.key, "attempt": attempt, "recipe": recipe.to_json(), "pack": pack}
    return header_record({**plain, "steps": STEPS})


def frame(n: int, **readings: float) -> bytes:
    """The record of a frame with three points."""
    points = np.array([[n, 0.0], [0.0, 1.0], [-1.0, -1.0]], np.float32)
    return record(FRAME, Frame(n=n, step=n, epoch=n / 10, points=points, readings=readings).pack())


def glance(n: int) -> bytes:
    """The record of a look at the run after frame n."""
    return record(GLANCE, frame(n)[HEAD.size :])


def checkpoint(recipe: Recipe, step: int, n: int | None = None) -> bytes:
    """The record of a checkpoint without weights; `n` is the last frame before it, which need not be at that step."""
    head = json.dumps({"key": recipe.key, "step": step, "n": n}).encode()
    return record(CHECKPOINT, struct.pack("<I", len(head)) + head)


def ending(state: str = "finished", step: int = 2, code: str | None = None) -> bytes:
    """The ending record of a run."""
    whole = {"state": state, "step": step, "readings": {"loss": 0.5}, "seconds": 1.0, "cpu_seconds": 1.0, "limit": 2.0}
    return ending_record({**whole, "code": code, "fields": {}})


def whole(recipe: Recipe, frames: int = 3) -> list[bytes]:
    """Every record of a finished run."""
    return [header(recipe), *(frame(n) for n in range(frames)), ending()]
