"""Eight of the digits inside the app: nothing enters, the built-in digits below 8 leave."""

from __future__ import annotations

from dataclasses import replace

from lossviz.datasets import builtin
from lossviz.datasets.digits import Digits

CLASSES = 8
"""As many as CosFace and ArcFace draw in the plane: a margin that ten leave no room for fits."""


def load() -> Digits:
    """The digits 0 to 7 of the built-in set, 400 a class to train on and 100 to look at, in the same order."""
    whole = builtin.load()
    train, probe = whole.train_labels < CLASSES, whole.probe_labels < CLASSES
    return replace(
        whole,
        train_images=whole.train_images[train],
        train_labels=whole.train_labels[train],
        probe_images=whole.probe_images[probe],
        probe_labels=whole.probe_labels[probe],
        probe_ids=whole.probe_ids[probe],
        classes=whole.classes[:CLASSES],
    )
