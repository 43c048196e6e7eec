"""A data set as one frozen value: an id of the shelf enters, training digits and the probe set leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pkgutil import resolve_name

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from lossviz import catalog, own, strain
from lossviz.pack import Pack

MEAN, SPREAD = 0.1307, 0.3081
"""Mean and standard deviation of the pixels of MNIST's training images, as shares of white."""

BLOCK = 1000
"""Images counted at once: numpy widens each pixel to eight bytes for it."""

AT_HAND = 8
"""Data sets that a process holds; the one unused for longest is let go."""

STRAINED = "lossviz.datasets.strained:strained"

PROBE_SEED = 0
"""The probe set is the same in every run, whatever the run's own seed."""

Images = NDArray[np.uint8]
Labels = NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True, eq=False)
class Digits:
    """Images (N, 28, 28) and labels (N,) as bytes, to train on and to look at.

    probe_ids (P,): where in its source each probe image stands, so that a point on screen finds its digit.
    mean, spread: of the pixels of the set's training images, as shares of white. true_labels (N,): of the training
    images, where some of `train_labels` are wrong. strangers: how many classes, the last ones, are only looked at.
    """

    train_images: Images
    train_labels: Labels
    probe_images: Images
    probe_labels: Labels
    probe_ids: NDArray[np.uint32]
    classes: tuple[str, ...]
    mean: float = MEAN
    spread: float = SPREAD
    true_labels: Labels | None = None
    strangers: int = 0

    def __post_init__(self) -> None:
        for name in ("train_images", "train_labels", "probe_images", "probe_labels", "probe_ids"):
            getattr(self, name).setflags(write=False)

    @property
    def trained(self) -> tuple[str, ...]:
        """The classes that are trained."""
        return self.classes[: len(self.classes) - self.strangers]

    def normalised(self, images: Tensor) -> Tensor:
        """Byte images (N, 28, 28) of this set as the embedder wants them (see `normalised`)."""
        return normalised(images, self.mean, self.spread)


@lru_cache(maxsize=AT_HAND)
def load(id: str) -> Digits:
    """The data set of this id, kept at hand once read. Raises Refusal when its files are missing or damaged."""
    takes_id = own.is_own(id) or strain.is_strained(id)
    reader = resolve_name(STRAINED if strain.is_strained(id) else catalog.dataset(id).code)
    digits: Digits = reader(id) if takes_id else reader()
    return digits


@lru_cache(maxsize=AT_HAND)
def pack_of(dataset: Digits) -> bytes:
    """The data pack of this set's probe images (see `lossviz.pack`), before gzip."""
    pack = Pack(
        ids=dataset.probe_ids, labels=dataset.probe_labels, images=dataset.probe_images, classes=dataset.classes
    )
    return pack.to_bytes()


def spread_evenly(labels: Labels, size: int) -> NDArray[np.int64]:
    """Indices (size,) of a fixed random sample in which every class keeps its share, in random order."""
    chance = np.random.default_rng(PROBE_SEED)
    by_class = np.lexsort((chance.random(len(labels)), labels))
    size = min(size, len(labels))
    # every (n/size)-th digit of a list sorted by class and shuffled within each
    return chance.permutation(by_class[np.linspace(0, len(labels), size, endpoint=False).astype(int)])


def divided(
    images: Images,
    labels: Labels,
    probe: NDArray[np.int64],
    classes: tuple[str, ...],
    scale: tuple[float, float] | None = None,
) -> Digits:
    """The set whose images at `probe` are looked at, the others trained on; its `scale` is measured if not given."""
    train = np.setdiff1d(np.arange(len(labels)), probe)
    train_images = images[train]
    mean, spread = scale or moments(train_images)
    return Digits(
        train_images=train_images,
        train_labels=labels[train],
        probe_images=images[probe],
        probe_labels=labels[probe],
        probe_ids=probe.astype(np.uint32),
        classes=classes,
        mean=mean,
        spread=spread or 1.0,  # images that are all the same have none
    )


def moments(images: Images) -> tuple[float, float]:
    """Mean and standard deviation of byte images' pixels, as shares of white, to four decimals."""
    blocks = (images[i : i + BLOCK].ravel() for i in range(0, len(images), BLOCK))
    counts, shares = sum(np.bincount(block, minlength=256) for block in blocks), np.arange(256) / 255
    mean = np.average(shares, weights=counts)
    spread = np.sqrt(np.average((shares - mean) ** 2, weights=counts))
    return round(float(mean), 4), round(float(spread), 4)


def normalised(images: Tensor, mean: float = MEAN, spread: float = SPREAD) -> Tensor:
    """Byte images (N, 28, 28) as (N, 1, 28, 28), mean 0 and variance 1 over the set with this mean and spread."""
    return images[:, None].float().mul_(1 / (255 * spread)).sub_(mean / spread)
