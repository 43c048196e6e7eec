"""Training: a recipe enters, frames leave one by one. No screen, no queue, no disk."""

from lossviz.engine.device import devices
from lossviz.engine.failure import NotFinite
from lossviz.engine.recording import recorded
from lossviz.engine.resume import Unfit
from lossviz.engine.run import train

__all__ = ["NotFinite", "Unfit", "devices", "recorded", "train"]
