"""The full MNIST: the folder named by LOSSVIZ_DATA enters, 60,000 training and 1,000 probe digits leave."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from torchvision.datasets import MNIST

from lossviz.datasets.digits import Digits, Images, Labels, spread_evenly
from lossviz.params import Refusal

VARIABLE = "LOSSVIZ_DATA"
PROBE = 1000
RAW = Path("MNIST") / "raw"
FILES = tuple(f"{part}-{kind}-ubyte" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1"))


def load() -> Digits:
    """All training digits, and 1,000 of the 10,000 test digits in which every class keeps its share.

    Looks in $LOSSVIZ_DATA/MNIST/raw for torchvision's four idx files, plain or gzipped; downloads nothing and
    writes nothing there. Raises Refusal naming what is missing or damaged.
    """
    folder = found(os.environ.get(VARIABLE, ""))
    with TemporaryDirectory() as unpacked:
        raw = Path(unpacked) / RAW
        raw.mkdir(parents=True)
        for name in FILES:
            lay_out(folder / name, raw / name)
        train_images, train_labels = read(unpacked, train=True)
        test_images, test_labels = read(unpacked, train=False)
    probe = spread_evenly(test_labels, PROBE)
    return Digits(
        train_images=train_images,
        train_labels=train_labels,
        probe_images=test_images[probe],
        probe_labels=test_labels[probe],
        probe_ids=probe.astype(np.uint32),
        classes=tuple("0123456789"),
    )


def found(root: str) -> Path:
    """The folder with all four files, plain or gzipped, or Refusal."""
    if not root:
        raise Refusal("refuse.data_unset", dataset="MNIST", variable=VARIABLE)
    folder = Path(root) / RAW
    missing = [name for name in FILES if not any(p.is_file() for p in (folder / name, zipped(folder / name)))]
    if missing:
        raise Refusal(
            "refuse.data_missing", dataset="MNIST", variable=VARIABLE, folder=folder, files=", ".join(missing)
        )
    return folder


def zipped(file: Path) -> Path:
    """The name of the file's gzipped form."""
    return file.with_name(file.name + ".gz")


def lay_out(source: Path, target: Path) -> None:
    """Puts the file where torchvision reads it: a link to the plain file, or the gzipped one unpacked."""
    if source.is_file():
        target.symlink_to(source.resolve())
        return
    try:
        with gzip.open(zipped(source)) as packed, target.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
    except (OSError, EOFError) as fault:
        raise damaged(zipped(source).name) from fault


def read(root: str, *, train: bool) -> tuple[Images, Labels]:
    """Images (N, 28, 28) and labels (N,) of one part, through torchvision."""
    try:
        part = MNIST(root, train=train, download=False)
        images, labels = part.data.numpy(), part.targets.numpy().astype(np.uint8)
        fit = images.shape == (len(labels), 28, 28) and len(labels) > 0 and labels.max() < 10
    except (OSError, ValueError, AssertionError, RuntimeError, IndexError, KeyError) as fault:
        raise damaged(FILES[0 if train else 2]) from fault
    if not fit:
        raise damaged(FILES[0 if train else 2])
    return images, labels


def damaged(file: str) -> Refusal:
    """The refusal of a file that is there but cannot be read."""
    return Refusal("refuse.data_damaged", dataset="MNIST", variable=VARIABLE, file=file)
