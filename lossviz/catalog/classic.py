"""What the page of linear metrics asks: its settings enter, what stands in the question leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lossviz.recipe import Knob

SETS = ("digits8", "mnist5k")
DEFAULTS: Mapping[str, Knob] = {"data": "digits8", "train": 1000, "dim": 20, "seed": 0}


def of(values: Mapping[str, Knob]) -> dict[str, Any]:
    """What the question holds."""
    return {name: values[name] for name in DEFAULTS}


def shipped() -> tuple[dict[str, Any], ...]:
    """The questions whose answers come with the app."""
    return tuple({**DEFAULTS, "data": data} for data in SETS)
