"""A run that cannot go on: the step, the tensor and the recipe enter, the error with its likely cause leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from torch import Tensor

from lossviz import catalog, text
from lossviz.params import number
from lossviz.recipe import Recipe

FAST = 3.0
"""A learning rate this many times the live recipe's is the first suspect."""


class NotFinite(ArithmeticError):
    """A tensor that is no longer finite.

    step: updates made before it showed. tensor: "embedding", "loss", "gradient", "class vectors" or "centres".
    batch: number of the batch in its epoch, from 1. cause_code, cause_value: the setting that most likely did it,
    as a key of `lossviz.text` and that setting's value.
    """

    code = "health.nan"

    def __init__(self, *, step: int, tensor: str, batch: int, cause_code: str, cause_value: float) -> None:
        super().__init__(step, tensor, batch, cause_code, cause_value)
        self.step = step
        self.tensor = tensor
        self.batch = batch
        self.cause_code = cause_code
        self.cause_value = cause_value

    def fields(self) -> dict[str, Any]:
        """What fills the sentence; `cause` is itself a key, to be filled with `cause_value`."""
        return {
            "step": self.step,
            "tensor": self.tensor,
            "batch": self.batch,
            "cause": self.cause_code,
            "cause_value": number(self.cause_value),
        }

    def __str__(self) -> str:
        return sentence(self.fields())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_not_finite, self.args)


def sentence(fields: Mapping[str, Any]) -> str:
    """The English sentence of `NotFinite.fields`."""
    english = text.translator("en")
    cause = english(fields["cause"], value=fields["cause_value"])
    return english(NotFinite.code, **{**fields, "cause": cause})


def _not_finite(step: int, tensor: str, batch: int, cause_code: str, cause_value: float) -> NotFinite:
    return NotFinite(step=step, tensor=tensor, batch=batch, cause_code=cause_code, cause_value=cause_value)


def demand_finite(value: Tensor, tensor: str, step: int, recipe: Recipe, batch: int) -> None:
    """Raises NotFinite if any entry of the tensor is infinite or not a number."""
    # a finite sum, quicker to have, has finite terms; one that is not may have them all the same
    if math.isfinite(value.detach().sum().item()) or value.isfinite().all():
        return
    code, cause = likely_cause(recipe)
    raise NotFinite(step=step, tensor=tensor, batch=batch, cause_code=code, cause_value=cause)


def likely_cause(recipe: Recipe) -> tuple[str, float]:
    """The setting to suspect: one far beyond its usual value, else the learning rate.

    In this order: a learning rate of more than FAST times the live recipe's, a scale above the published one,
    a temperature below it.
    """
    usual = {p.name: getattr(p, "default", None) for p in catalog.losses()[recipe.loss].params}
    scale, temperature = recipe.knobs.get("s"), recipe.knobs.get("tau")
    if recipe.lr <= FAST * catalog.losses()[recipe.loss].live.lr:
        if isinstance(scale, float) and scale > float(usual["s"] or math.inf):
            return "health.cause_scale", scale
        if isinstance(temperature, float) and temperature < float(usual["tau"] or 0.0):
            return "health.cause_temperature", temperature
    return "health.cause_lr", recipe.lr
