"""A run's keyframes: a run and the number of a frame enter, what a checkpoint shows of it in full dimension leaves.

Numpy only: the web process asks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from lossviz import catalog
from lossviz.checkpoint import BIAS, EMBEDDING, VECTORS, WEIGHTS, Checkpoint
from lossviz.frame import FRAME, Damaged
from lossviz.recipe import Recipe
from lossviz.runs.checkpoints import Checkpoints
from lossviz.runs.lineage import forked_at
from lossviz.runs.run import Run, frame_header

KEPT_IN_MEMORY = 64
SEEN = (EMBEDDING, VECTORS, BIAS)


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the checkpoint of a keyframe lies: that of frame `n`, after `step` updates, under the run's or its
    parent's `key`."""

    n: int
    step: int
    key: str


class Keyframes:
    """The checkpoints that belong to frames of a run; those of the runs from which it forks counted in."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._checkpoints = checkpoints
        self._seen = lru_cache(KEPT_IN_MEMORY)(self._see)

    def of(self, run: Run) -> list[Place]:
        """Every keyframe, in order."""
        numbers = {int(head["step"]): int(head["n"]) for head in heads(run)}
        lie = self._lie(run.recipe, set(numbers))
        return [Place(n=numbers[step], step=step, key=lie[step]) for step in sorted(lie)]

    def at(self, run: Run, n: int) -> tuple[Place, Checkpoint] | None:
        """The keyframe nearest to frame `n` that can be read; None where there is none."""
        for place in sorted(self.of(run), key=lambda place: abs(place.n - n)):
            found = self.open(place)
            if found is not None:
                return place, found
        return None

    def open(self, place: Place) -> Checkpoint | None:
        """What is seen there, without the run's state; None where it cannot be read."""
        return self._seen(place.key, place.step)

    def final(self, run: Run) -> dict[str, NDArray[Any]] | None:
        """What a question about the trained run needs: weights of the embedder and class vectors, by tensor name.

        None where the run's last frame has no checkpoint any more.
        """
        places, last = self.of(run), run.last.get("n")
        kept = self._open(places[-1].key, places[-1].step) if places and places[-1].n == last else None
        return None if kept is None else material(kept)

    def weights(self, place: Place) -> dict[str, NDArray[Any]] | None:
        """The embedder's weights there; None where they cannot be read."""
        kept = self._open(place.key, place.step)
        return None if kept is None else kept.weights

    def _see(self, key: str, step: int) -> Checkpoint | None:
        kept = self._open(key, step)
        return kept and replace(kept, tensors={name: kept.tensors[name] for name in SEEN if name in kept.tensors})

    def _open(self, key: str, step: int) -> Checkpoint | None:
        payload = self._checkpoints.read(key, step)
        try:
            return None if payload is None else Checkpoint.unpack(payload)
        except Damaged:
            return None

    def _lie(self, recipe: Recipe, steps: set[int]) -> dict[int, str]:
        """Under which key the checkpoint of each of these steps lies, as far as there is one."""
        found: dict[int, str] = {}
        last: float = math.inf
        while True:
            for step in self._checkpoints.steps(recipe.key):
                if step in steps and step <= last:
                    found.setdefault(step, recipe.key)
            if not recipe.edits:
                return found
            last, recipe = forked_at(recipe), catalog.base(recipe)


def material(kept: Checkpoint) -> dict[str, NDArray[Any]]:
    """Of a checkpoint what a question about the run needs (see `lossviz.engine.trained`)."""
    return {name: t for name, t in kept.tensors.items() if name.startswith(WEIGHTS) or name in (VECTORS, BIAS)}


def heads(run: Run) -> list[dict[str, Any]]:
    """The JSON headers of a run's frames."""
    return [frame_header(entry) for entry in run.records if entry[:4] == FRAME]


def leg_at(header: Mapping[str, Any], step: int) -> Mapping[str, Any]:
    """How the loss by which the frame at this step came about is drawn, as `ui/js/legs.js` has it."""
    before = [leg for leg in header.get("legs", ()) if leg["from"] < max(step, 1)]
    return {**header, **before[-1]} if before else header
