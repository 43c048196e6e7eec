"""MNIST and the sets that share its form: a folder of idx files enters, training and probe images leave."""

from __future__ import annotations

import gzip
import shutil
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from lossviz import catalog, folders
from lossviz.datasets.digits import Digits, Images, Labels, moments, spread_evenly
from lossviz.params import Refusal

if TYPE_CHECKING:
    from torchvision.datasets import MNIST

SETS = {"mnist": "MNIST", "fashion_mnist": "FashionMNIST", "kmnist": "KMNIST"}
"""What torchvision calls these sets, and their folders."""

FILES = tuple(f"{part}-{kind}-ubyte" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1"))


def load(id: str) -> Digits:
    """All training images, and of the test images a probe set in which every class keeps its share.

    Looks in `raw(id)` for torchvision's four idx files, plain or gzipped; downloads nothing and writes nothing
    there. Raises Refusal naming what is missing or damaged.
    """
    demand_complete(id)
    entry = catalog.datasets()[id]
    with TemporaryDirectory() as unpacked:
        laid = Path(unpacked) / raw(id).relative_to(folders.data())
        laid.mkdir(parents=True)
        for name in FILES:
            lay_out(id, name, laid / name)
        train_images, train_labels = read(id, unpacked, train=True)
        test_images, test_labels = read(id, unpacked, train=False)
    probe = spread_evenly(test_labels, entry.probe_size)
    mean, spread = moments(train_images)
    return Digits(
        train_images=train_images,
        train_labels=train_labels,
        probe_images=test_images[probe],
        probe_labels=test_labels[probe],
        probe_ids=probe.astype(np.uint32),
        classes=entry.classes,
        mean=mean,
        spread=spread,
    )


mnist, fashion_mnist, kmnist = (partial(load, id) for id in SETS)


def published(id: str) -> type[MNIST]:
    """torchvision's class of the set, which knows its files' names, mirrors and checksums.

    Imported here, since torchvision takes longer to load than everything else that training needs.
    """
    from torchvision import datasets

    found: type[MNIST] = getattr(datasets, SETS[id])
    return found


def raw(id: str) -> Path:
    """The folder of a set's files, as torchvision names it."""
    return folders.data() / SETS[id] / "raw"


def zipped(file: Path) -> Path:
    """The name of the file's gzipped form."""
    return file.with_name(file.name + ".gz")


def missing(id: str) -> list[str]:
    """The files of the set that are here neither plain nor gzipped."""
    return [name for name in FILES if not any(p.is_file() for p in (raw(id) / name, zipped(raw(id) / name)))]


def demand_complete(id: str) -> None:
    """Raises Refusal unless all four files are here."""
    lacking, name = missing(id), catalog.datasets()[id].name
    if len(lacking) == len(FILES):
        raise Refusal("refuse.data_absent", dataset=name, id=id)
    if lacking:
        raise Refusal("refuse.data_missing", dataset=name, id=id, files=", ".join(lacking))


def lay_out(id: str, name: str, target: Path) -> None:
    """Puts the file where torchvision reads it: a link to the plain file, or the gzipped one unpacked."""
    source = raw(id) / name
    if source.is_file():
        target.symlink_to(source.resolve())
        return
    try:
        with gzip.open(zipped(source)) as packed, target.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
    except (OSError, EOFError) as fault:
        raise damaged(id, zipped(source).name) from fault


def read(id: str, root: str, *, train: bool) -> tuple[Images, Labels]:
    """Images (N, 28, 28) and labels (N,) of one part, through torchvision."""
    file = FILES[0 if train else 2]
    try:
        part = published(id)(root, train=train, download=False)
        images, labels = part.data.numpy(), part.targets.numpy().astype(np.uint8)
        fit = images.shape == (len(labels), 28, 28) and len(labels) > 0 and labels.max() < 10
    except (OSError, ValueError, AssertionError, RuntimeError, IndexError, KeyError) as fault:
        raise damaged(id, file) from fault
    if not fit:
        raise damaged(id, file)
    return images, labels


def damaged(id: str, file: str) -> Refusal:
    """The refusal of a file that is there but cannot be read."""
    return Refusal("refuse.data_damaged", dataset=catalog.datasets()[id].name, id=id, file=file)
