"""What a run takes over from an earlier one: frames that it shares, and the checkpoint from which it goes on."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lossviz import catalog
from lossviz.frame import FRAME, header_record
from lossviz.recipe import Recipe
from lossviz.runs.checkpoints import Checkpoints
from lossviz.runs.run import Run, frame_header

LOST = ("state.process_died", "state.no_progress")
"""Failures that are not the run's own, so that it may go on where it was."""


def forked_at(recipe: Recipe) -> int:
    """The step of a recipe's last edits. Raises IndexError where it has none."""
    return recipe.edits[-1][0]


def continued(run: Run, **changes: Any) -> list[bytes]:
    """A run's header with these changes, and its frames; nothing of a run that has none."""
    frames = run.known
    return [header_record({**run.header, **changes}), *frames] if frames else []


def inherited(recipe: Recipe, run_of: Callable[[str], Run | None]) -> list[bytes]:
    """The frames that a recipe with edits has in common with the run from which it forks, if there is that run."""
    parent = run_of(catalog.base(recipe).key) if recipe.edits else None
    frames = [] if parent is None else [entry for entry in parent.records if entry[:4] == FRAME]
    return [entry for entry in frames if frame_header(entry)["step"] <= forked_at(recipe)]


def steps_of(records: Iterable[bytes]) -> set[int]:
    """The steps of the frames among these records."""
    return {int(frame_header(entry)["step"]) for entry in records if entry[:4] == FRAME}


def origins(recipe: Recipe, steps: set[int], checkpoints: Checkpoints) -> Iterator[tuple[int, bytes]]:
    """The checkpoints from which this recipe can go on, as (step, payload), the best first.

    Its own come first, then its ancestors'. Only good ones count, and only where the last
    frame before them is among `steps`, those that are known.
    """
    last: float = math.inf
    while steps:
        for step in reversed(checkpoints.steps(recipe.key)):
            payload = checkpoints.read(recipe.key, step) if step <= last else None
            if payload is not None and (step in steps or 0 <= frame_of(payload) < len(steps)):
                yield step, payload
        if not recipe.edits:
            return
        last = forked_at(recipe)
        steps = {step for step in steps if step <= last}
        recipe = catalog.base(recipe)


def frame_of(checkpoint: bytes) -> int:
    """The number of the last frame before a checkpoint, which may lie between two; -1 where it does not say."""
    try:
        (length,) = struct.unpack_from("<I", checkpoint)
        return int(json.loads(checkpoint[4 : 4 + length])["n"])
    except (struct.error, ValueError, KeyError, TypeError):
        return -1


def start_of(recipe: Recipe, records: Iterable[bytes], checkpoints: Checkpoints) -> tuple[int, bytes | None]:
    """From which step a run with these frames goes on, and that checkpoint's payload; (0, None) where none is good."""
    return next(origins(recipe, steps_of(records), checkpoints), (0, None))


def revivable(run: Run, checkpoints: Checkpoints) -> int | None:
    """The step from which a run that ended before its time can go on; None where it has to begin again."""
    lost = run.state in ("interrupted", "stopped") or (run.error is not None and run.error[0] in LOST)
    if not lost or run.live:
        return None
    return next((step for step, _ in origins(run.recipe, steps_of(run.known), checkpoints) if step), None)
