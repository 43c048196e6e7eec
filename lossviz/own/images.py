"""Images of any size, colour and number type: an npz file enters; grey bytes of 28 × 28, split in two, leave."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from lossviz import limits
from lossviz.own.archive import Archive, Declared
from lossviz.own.labels import Labels, of_archive
from lossviz.params import Refusal, shown

SIDE = 28
WHITE = 255
MOST_PROBES, PROBE_SHARE = 1000, 5
"""The probe set is a fifth of the images, and a thousand at most."""
SPLIT_SEED = 0
LEAN = 5
"""Classes are called unbalanced from this ratio on."""

Note = tuple[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Images:
    """Images (N, 28, 28) and their labels (N,) as bytes; `probe` (P,): which of them are looked at, in this order.

    `notes`: what was done to them, as keys of `lossviz.text` with fields.
    """

    file: str
    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    classes: tuple[str, ...]
    probe: NDArray[np.int32]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Layout:
    """How an image lies in a row of the array: its sides, and where its colours are, if it has any."""

    height: int
    width: int
    colours: int | None = None

    def plain(self, block: NDArray[Any]) -> NDArray[Any]:
        """The block as (n, height, width) or (n, height, width, 3)."""
        if self.colours == 1:
            return np.moveaxis(block.reshape(len(block), 3, self.height, self.width), 1, 3)
        if self.colours == 3:
            return block
        return block.reshape(len(block), self.height, self.width)


def read(archive: Archive, called: Mapping[str, str]) -> Images:
    """The images of an npz file with `images` and `labels`. Raises Refusal, naming what is wrong with which image."""
    found = archive.declared("images")
    layout = _layout(found, archive.file)
    n, labelled = found.shape[0], archive.declared("labels").shape
    if labelled and labelled[0] != n:
        raise Refusal("refuse.upload_lengths", file=archive.file, images=n, labels=labelled[0])
    labels = of_archive(archive, called)
    top = _top(archive)
    _demand_enough(n, labels, archive.file)
    grey = np.empty((n, SIDE, SIDE), np.uint8)
    for first, block in _placed(archive):
        grey[first : first + len(block)] = [_small(image) for image in _bytes(layout.plain(block), top)]
    done = _done(layout, top)
    return Images(
        file=archive.file, images=grey, labels=labels.indices, classes=labels.classes,
        probe=split(labels.indices), notes=(*done, *_doubts(grey, labels)),
    )  # fmt: skip


def split(labels: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Which images are the probe set: of each class the same share, of every class one, always the same ones."""
    chance = np.random.default_rng(SPLIT_SEED)
    share = min(MOST_PROBES / len(labels), 1 / PROBE_SHARE)
    members = [chance.permutation(np.flatnonzero(labels == k)) for k in np.unique(labels)]
    probes = [some[: max(1, round(share * len(some)))] for some in members]
    return chance.permutation(np.concatenate(probes)).astype(np.int32)


def _layout(found: Declared, file: str) -> Layout:
    """(N, H, W), (N, 1, H, W), (N, H, W, 1), (N, H, W, 3), (N, 3, H, W), or rows of 784."""
    sides = found.shape[1:]
    match sides:
        case (784,):
            made = Layout(SIDE, SIDE)
        case (height, width) | (1, height, width) | (height, width, 1):
            made = Layout(height, width)
        case (height, width, 3):
            made = Layout(height, width, 3)
        case (3, height, width):
            made = Layout(height, width, 1)
        case _:
            raise _shape(found, file)
    if found.dtype.kind not in "biuf":
        raise Refusal("own.dtype", file=file, member="images", value=shown(found.dtype))
    if not found.shape[0]:
        raise Refusal("refuse.upload_empty", file=file)
    if not all(limits.SMALLEST_SIDE <= side <= limits.LARGEST_SIDE for side in (made.height, made.width)):
        raise _shape(found, file)
    if found.shape[0] > limits.MOST_IMAGES:
        raise Refusal("own.images_many", file=file, n=found.shape[0], limit=limits.MOST_IMAGES)
    return made


def _shape(found: Declared, file: str) -> Refusal:
    low, high = limits.SMALLEST_SIDE, limits.LARGEST_SIDE
    return Refusal("own.images_shape", file=file, low=low, high=high, value=shown(found.shape))


def _demand_enough(n: int, labels: Labels, file: str) -> None:
    if n < limits.FEWEST_IMAGES:
        raise Refusal("own.images_few", file=file, n=n, limit=limits.FEWEST_IMAGES)
    counts = np.bincount(labels.indices)
    if counts.min() < limits.FEWEST_OF_A_CLASS:
        value, fewest = labels.classes[int(counts.argmin())], int(counts.min())
        raise Refusal("own.class_small", file=file, value=value, n=fewest, limit=limits.FEWEST_OF_A_CLASS)


def _placed(archive: Archive) -> Iterator[tuple[int, NDArray[Any]]]:
    first = 0
    for block in archive.blocks("images"):
        yield first, block
        first += len(block)


def _top(archive: Archive) -> float:
    """The value that becomes white: 1 or 255 where pixels are shares or bytes, else the largest. Raises Refusal."""
    largest, broken, first_broken = 0.0, 0, 0
    for first, block in _placed(archive):
        if block.dtype.kind == "f" and not np.isfinite(block).all():
            bad = ~np.isfinite(block)
            first_broken = first_broken if broken else first + int(bad.reshape(len(block), -1).any(1).argmax())
            broken += int(bad.sum())
            continue
        if block.dtype.kind in "if" and block.min() < 0:
            row = int(block.reshape(len(block), -1).min(1).argmin())
            raise Refusal("own.pixel", file=archive.file, row=first + row, value=shown(block[row].min()))
        largest = max(largest, float(block.max()))
    if broken:
        raise Refusal("own.pixels_finite", file=archive.file, n=broken, row=first_broken)
    if largest <= 1:
        return 1.0
    return float(WHITE) if (WHITE + 1) / 2 <= largest <= WHITE else largest


def _bytes(block: NDArray[Any], top: float) -> NDArray[np.uint8]:
    if block.dtype == np.uint8 and top == WHITE:
        return block
    scaled = block.astype(np.float32) * np.float32(WHITE / top)
    rounded: NDArray[np.uint8] = np.rint(scaled, out=scaled).astype(np.uint8)
    return rounded


def _small(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One image (H, W) or (H, W, 3) in grey, as large as fits into 28 × 28, in the middle of a black border."""
    if image.shape == (SIDE, SIDE):
        return image
    grey = Image.fromarray(image).convert("L")
    fitted = ImageOps.pad(grey, (SIDE, SIDE), method=Image.Resampling.BILINEAR, color=0)
    return np.asarray(fitted)


def _done(layout: Layout, top: float) -> list[Note]:
    """What was done to the images, in sentences."""
    sides = {"height": layout.height, "width": layout.width}
    made: list[Note] = []
    if layout.height != layout.width:
        made.append(("own.note_padded", sides))
    elif layout.height != SIDE:
        made.append(("own.note_scaled", sides))
    if layout.colours is not None:
        made.append(("own.note_grey", {}))
    if top != WHITE:
        made.append(("own.note_range", {"top": f"{top:g}"}))
    return made


def _doubts(grey: NDArray[np.uint8], labels: Labels) -> list[Note]:
    """What will make training hard."""
    distinct, counts = len({image.tobytes() for image in grey}), np.bincount(labels.indices)
    if grey.min() == grey.max():
        return [("own.note_flat", {})]
    made: list[Note] = []
    if distinct < len(grey) / 2:
        made.append(("own.note_same", {"n": distinct, "all": len(grey)}))
    if counts.max() >= LEAN * counts.min():
        made.append(("own.note_unbalanced", {"times": math.floor(counts.max() / counts.min())}))
    return made
