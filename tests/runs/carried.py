"""A stand-in for data sets and engine; workers import this module by name.

A download does what the file at TEST_PLAN says: "come", "offline", or "crawl" until it is stopped.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from lossviz.arrays import pack
from lossviz.folders import data
from lossviz.params import Refusal


class Cancelled(Exception):
    pass


def here() -> list[str]:
    return [file.name for file in data().iterdir()]


def fetch(id: str, told: Callable[[int], None], stop: Event) -> None:
    plan = Path(os.environ["TEST_PLAN"]).read_text()
    if plan == "offline":
        raise Refusal("refuse.data_offline", dataset="KMNIST")
    done = 1
    while plan == "crawl":
        told(done)
        done += 1
        if stop.wait(0.05):
            (data() / "stopped").touch()
            raise Cancelled
    with (data() / id).open("a") as file:
        file.write(f"{os.getpid()}\n")


def placed(plain: Mapping[str, Any], pixels: bytes, kept: Sequence[Mapping[str, Any]]) -> list[list[float]]:
    """For each set of weights the sum of these, and of the digit."""
    return [[float(sum(tensor.sum() for tensor in weights.values())), float(sum(pixels))] for weights in kept]


def answered(question: bytes) -> bytes:
    """Twice the numbers that came along, after `wait` seconds; a question of another kind is refused."""
    kind, given, material = pickle.loads(question)
    if kind != "twice":
        return pickle.dumps((None, ("refuse.empty_digit", {})))
    from lossviz.engine.helper import tell  # torch

    tell(pickle.dumps(("carried.half", 0.5)))
    time.sleep(given["wait"])
    return pickle.dumps((pack({"twice": 2 * material["numbers"]}), None))
