"""A run as the records of a tape: a recipe enters, bytes leave, record by record. No disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

from lossviz import catalog
from lossviz.datasets import load, pack_of
from lossviz.engine.failure import NotFinite
from lossviz.engine.metric import metric_of
from lossviz.engine.run import Stopped, demand_runnable, train
from lossviz.engine.schedule import frame_steps, per_epoch
from lossviz.frame import FRAME, ending_record, header_record, record
from lossviz.geometry import loss_floor
from lossviz.pack import digest
from lossviz.recipe import Recipe


class Stopwatch:
    """Seconds on the wall and of this thread on its CPU since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.thread_time()

    def read(self) -> dict[str, float]:
        """{"seconds", "cpu_seconds"}, to a hundredth."""
        wall, cpu = time.perf_counter() - self._wall, time.thread_time() - self._cpu
        return {"seconds": round(wall, 2), "cpu_seconds": round(cpu, 2)}


def recorded(recipe: Recipe, attempt: int = 1, *, heed: Callable[[], bool] = lambda: True) -> Generator[bytes]:
    """The header record, one record a frame, and the ending of a run that finished or failed.

    A run that `heed` stops, see `train`, has no ending.
    Raises Refusal, before any record, for a recipe that cannot run here.
    """
    demand_runnable(recipe)
    watch, frames = Stopwatch(), train(recipe, heed=heed)
    yield header_record(header(recipe, attempt))
    step, limit = 0, 0.0
    ending: dict[str, Any]
    try:
        while True:
            frame = next(frames)
            step, limit = frame.step, max(limit, frame.half_width)
            yield record(FRAME, frame.pack())
    except StopIteration as end:
        ending = {"state": "finished", "step": step, "readings": end.value, "code": None, "fields": {}}
    except Stopped:
        return
    except NotFinite as fault:
        ending = {"state": "failed", "step": fault.step, "readings": None, "code": fault.code, "fields": fault.fields()}
    yield ending_record({**ending, "limit": limit, **watch.read()})


def header(recipe: Recipe, attempt: int) -> dict[str, Any]:
    """What a viewer must know before the first frame: the recipe, the data pack, and how to draw this loss."""
    entry, digits = catalog.losses()[recipe.loss], load(recipe.data)
    steps = recipe.epochs * per_epoch(len(digits.train_labels), recipe.batch_size)
    return {
        "version": 1,
        "key": recipe.key,
        "attempt": attempt,
        "recipe": recipe.to_json(),
        "pack": digest(pack_of(digits)),
        "scores": entry.scores,
        "metric": metric_of(recipe),
        "view": entry.view,
        "margin": margin(recipe),
        "classes": list(digits.classes),
        "steps": steps,
        "epochs": recipe.epochs,
        "frames": len(frame_steps(steps)),
        "floor": loss_floor(recipe.loss, recipe.knobs, len(digits.classes), recipe.dim),
    }


def margin(recipe: Recipe) -> dict[str, Any] | None:
    """The knob that is drawn as the margin zone, the measure in which it counts, and its value in this recipe."""
    drawn = catalog.losses()[recipe.loss].margin
    if drawn is None:
        return None
    knob, measure = drawn
    return {"knob": knob, "measure": measure, "value": recipe.knobs[knob]}
