"""`python -m lossviz train`: options enter, a trained run and its readings leave."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from tqdm import tqdm

from lossviz import catalog
from lossviz.catalog.resolve import fields
from lossviz.cli.data import have
from lossviz.cli.written import whole_file
from lossviz.engine import recorded
from lossviz.engine.failure import sentence
from lossviz.frame import ENDING, FRAME, TAPE, Frame, records
from lossviz.params import Refusal, shown
from lossviz.recipe import Recipe

FAILED = 1


def command(asked: Namespace) -> int:
    """Trains the recipe asked for, shows its progress on a terminal, and prints what came out."""
    recipe = recipe_of(asked)
    have(recipe.data)
    target = whole_file(Path(asked.out)) if asked.out is not None else nullcontext()
    with target as file:
        ending = followed(copied(recorded(recipe, checkpoints=False), file))
    if ending["state"] != "finished":
        print(sentence(ending["fields"]), file=sys.stderr)
        return FAILED
    print(result(recipe, ending["readings"], asked.started) if asked.json else table(ending["readings"]))
    return 0


def recipe_of(asked: Namespace) -> Recipe:
    """The recipe of the options and of what is `--set`. Raises the first Refusal."""
    pairs = {name: getattr(asked, name) for name in (*fields(), "edits") if getattr(asked, name) is not None}
    for written in asked.set:
        name, sign, value = written.partition("=")
        if not (sign and name):
            raise Refusal("refuse.assignment", owner="Command line", knob="set", value=shown(written))
        if name in pairs:
            both = {"first": shown(pairs[name]), "second": shown(value)}
            raise Refusal("refuse.twice", owner="Command line", knob=shown(name), **both)
        pairs[name] = value
    recipe, refusals = catalog.from_written(pairs)
    for refusal in refusals:
        raise refusal
    return recipe


def copied(stream: Iterable[bytes], file: BinaryIO | None) -> Iterator[bytes]:
    """The same records, each written to the file on the way."""
    for one in stream:
        if file is not None:
            file.write(one)
        yield one


def followed(stream: Iterable[bytes]) -> dict[str, Any]:
    """Draws a progress bar on a terminal while records come; returns the ending."""
    with tqdm(unit="step", disable=None, leave=False) as bar:
        for magic, payload in (pair for one in stream for pair in records(one)):
            if magic == TAPE:
                bar.reset(total=json.loads(payload)["steps"])
            elif magic == FRAME and not bar.disable:
                show(bar, Frame.unpack(payload))
            elif magic == ENDING:
                ending: dict[str, Any] = json.loads(payload)
    return ending


def show(bar: tqdm[Any], frame: Frame) -> None:
    """Moves the bar to this frame."""
    loss, accuracy = frame.readings["loss"], frame.readings["knn_accuracy"]
    bar.set_postfix_str(f"loss {loss:.3f}, kNN {accuracy:.1%}", refresh=False)
    bar.update(frame.step - bar.n)


def result(recipe: Recipe, readings: dict[str, float], started: float) -> str:
    """One JSON object; the seconds count from the start of the command, torch's imports included."""
    return json.dumps(
        {
            "recipe": recipe.to_json(),
            "readings": readings,
            "seconds": round(time.perf_counter() - started, 2),
            "cpu_seconds": round(time.process_time(), 2),
        }
    )


def table(readings: dict[str, float]) -> str:
    """One reading a line."""
    width = max(len(name) for name in readings)
    return "\n".join(f"{name:<{width}}  {value:.4g}" for name, value in readings.items())
