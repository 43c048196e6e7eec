"""A run as the records of a tape: a recipe enters, bytes leave, record by record. No disk."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.datasets import load, pack_of
from lossviz.engine.axes import DRAWN
from lossviz.engine.course import Course
from lossviz.engine.failure import NotFinite
from lossviz.engine.metric import metric_of
from lossviz.engine.pull import chosen
from lossviz.engine.resume import opened
from lossviz.engine.run import Heed, Session, Stopped, always, demand_runnable
from lossviz.engine.schedule import per_epoch
from lossviz.frame import CHECKPOINT, FRAME, GLANCE, Frame, ending_record, header_record, record
from lossviz.geometry import loss_floor
from lossviz.pack import digest
from lossviz.recipe import ENGINE_VERSION, Recipe


class Stopwatch:
    """Seconds on the wall and of this thread on its CPU since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.thread_time()

    def read(self) -> dict[str, float]:
        """{"seconds", "cpu_seconds"}, to a hundredth."""
        wall, cpu = time.perf_counter() - self._wall, time.thread_time() - self._cpu
        return {"seconds": round(wall, 2), "cpu_seconds": round(cpu, 2)}


def recorded(
    recipe: Recipe,
    attempt: int = 1,
    start: bytes | None = None,
    *,
    heed: Heed = always,
    checkpoints: bool = True,
) -> Generator[bytes]:
    """The header record, one record a frame, after keyframes a checkpoint, and the ending of a run that came to one.

    From a checkpoint `start`, the payload of such a record of this run or of one that it forks from, the run goes on
    with the frames after it, to the same bits. Where `heed` wishes to see a step between two frames, see `train`, a
    glance comes, which is no part of a tape. A run that it stops has no ending, but a checkpoint of that very step
    comes last.
    Raises, before any record, Refusal for a recipe that cannot run here and Unfit for a checkpoint of no use.
    """
    demand_runnable(recipe)
    kept = None if start is None else opened(start, recipe)
    session = Session(recipe, kept)
    log = Log(recipe, kept, session)
    yield header_record(header(recipe, attempt))
    with closing(session.shots(heed)) as shots:
        try:
            while True:
                shot = next(shots)
                if shot.glance:
                    yield record(GLANCE, shot.frame.pack())
                    continue
                if not log.takes(shot.frame):
                    continue
                yield record(FRAME, shot.frame.pack())
                if checkpoints and shot.tensors is not None:
                    yield record(CHECKPOINT, log.checkpoint(shot.watch, shot.tensors).pack())
        except StopIteration as end:
            yield log.ending("finished", readings=end.value)
        except NotFinite as fault:
            yield log.ending("failed", step=fault.step, code=fault.code, fields=fault.fields())
        except Stopped as stop:
            if checkpoints:
                yield record(CHECKPOINT, log.checkpoint(stop.watch, stop.tensors, stop.step).pack())


class Log:
    """What a run has come to by its last frame, a checkpoint from which it began counted in."""

    def __init__(self, recipe: Recipe, kept: Checkpoint | None, session: Session) -> None:
        self._recipe, self._session, self._watch = recipe, session, Stopwatch()
        self._before = {"seconds": kept.seconds, "cpu_seconds": kept.cpu_seconds} if kept else {}
        self._n, self._step, self._limit = (kept.n, kept.step, kept.limit) if kept else (-1, 0, 0.0)

    def takes(self, frame: Frame) -> bool:
        """Counts a frame; False for one that left before the checkpoint."""
        if frame.n <= self._n:
            return False
        self._n, self._step, self._limit = frame.n, frame.step, max(self._limit, frame.half_width)
        return True

    def checkpoint(
        self, watch: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]], step: int | None = None
    ) -> Checkpoint:
        """The checkpoint of the last frame, or of a later step before the next one."""
        return Checkpoint(
            key=self._recipe.key,
            recipe=self._recipe.to_json(),
            engine_version=ENGINE_VERSION,
            step=self._step if step is None else step,
            n=self._n,
            limit=self._limit,
            watch=watch,
            tensors=tensors,
            **self._spent(),
        )

    def ending(self, state: str, **said: Any) -> bytes:
        """The ending record."""
        plain: dict[str, Any] = {"step": self._step, "readings": None, "code": None, "fields": {}}
        return ending_record({**plain, "state": state, "limit": self._limit, **self._spent(), **said})

    def _spent(self) -> dict[str, float]:
        now = self._watch.read()
        now["cpu_seconds"] += self._session.seconds_beside
        return {name: round(value + self._before.get(name, 0.0), 2) for name, value in now.items()}


def header(recipe: Recipe, attempt: int) -> dict[str, Any]:
    """What a viewer must know before the first frame: the recipe, the data pack, and how to draw this loss.

    A fork names its `parent` and the step at which it left it, and lists its `legs`: from which step which loss is
    drawn how. Outside of them stands how to draw the last.
    """
    digits = load(recipe.data)
    course = Course(recipe, per_epoch(len(digits.train_labels), recipe.batch_size))
    now = course.legs[-1].recipe
    sizes = np.bincount(digits.train_labels, minlength=len(digits.trained)).tolist()
    whole = {
        "version": 1,
        "key": recipe.key,
        "attempt": attempt,
        "recipe": recipe.to_json(),
        "pack": digest(pack_of(digits)),
        "classes": list(digits.classes),
        "sizes": sizes,
        "steps": course.steps,
        "epochs": now.epochs,
        "frames": len(course.frames),
        "projected": recipe.dim > DRAWN,
        "pulled": chosen(digits.probe_labels, len(digits.trained)).tolist(),
        **({"strangers": digits.strangers} if digits.strangers else {}),
        **drawing(now, sizes),
    }
    if not recipe.edits:
        return whole
    legs = [{"from": leg.start, "loss": leg.recipe.loss, **drawing(leg.recipe, sizes)} for leg in course.legs]
    return {**whole, "parent": {"key": catalog.base(recipe).key, "step": recipe.edits[-1][0]}, "legs": legs}


def drawing(recipe: Recipe, sizes: Sequence[int]) -> dict[str, Any]:
    """How the loss of this recipe is drawn; `sizes`: how many samples each class has."""
    entry = catalog.losses()[recipe.loss]
    return {
        # a loss that may also compare directions has vectors of length 1 then
        "scores": "cosine" if entry.scores and recipe.knobs.get("similarity") == "cosine" else entry.scores,
        "metric": metric_of(recipe),
        "view": entry.view,
        "margin": margin(recipe),
        "knobs": dict(recipe.knobs),
        "floor": loss_floor(recipe.loss, recipe.knobs, len(sizes), recipe.dim, sizes),
    }


def margin(recipe: Recipe) -> dict[str, Any] | None:
    """The knob that is drawn as the margin zone, the measure in which it counts, and its value in this recipe."""
    drawn = catalog.losses()[recipe.loss].margin
    if drawn is None:
        return None
    knob, measure = drawn
    return {"knob": knob, "measure": measure, "value": recipe.knobs[knob]}
