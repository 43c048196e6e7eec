"""Images that somebody has uploaded: their id enters, those to train on and those to look at leave."""

from __future__ import annotations

import numpy as np

from lossviz import own
from lossviz.datasets.digits import Digits, moments
from lossviz.params import Refusal


def load(id: str) -> Digits:
    """The uploaded images as they were split when they came. Raises Refusal where they are gone."""
    kept, about = own.arrays(id), own.about(id)
    if about is None:
        raise Refusal("own.gone", id=id)
    images, labels, probe = kept["images"], kept["labels"], kept["probe"]
    train = np.setdiff1d(np.arange(len(labels)), probe)
    mean, spread = moments(images[train])
    return Digits(
        train_images=images[train],
        train_labels=labels[train],
        probe_images=images[probe],
        probe_labels=labels[probe],
        probe_ids=probe.astype(np.uint32),
        classes=about.classes,
        mean=mean,
        spread=spread or 1.0,  # images that are all the same have none
    )
