"""Where a run computes: a recipe's device enters, torch's device leaves, or a refusal."""

from __future__ import annotations

import torch

from lossviz.catalog.resolve import DEVICE
from lossviz.params import Refusal


def devices() -> list[str]:
    """The names of those that this machine has."""
    here = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    return [name for name in DEVICE.choices if here[name]]


def found(device: str) -> torch.device:
    """The device of this name. Raises Refusal where this machine has none."""
    if device not in devices():
        raise Refusal("refuse.device", device=dict(zip(DEVICE.choices, DEVICE.labels, strict=True))[device])
    return torch.device(device)
