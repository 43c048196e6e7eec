"""Labels of any kind: numbers or text of each sample enter; class indices and the names of the classes leave."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import limits
from lossviz.own import names
from lossviz.own.archive import Archive
from lossviz.params import Refusal, shown

WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)
LARGEST_TEXT = 4 * limits.LONGEST_NAME
"""Bytes of a label that is text; numpy takes four a sign."""


@dataclass(frozen=True, eq=False)
class Labels:
    """Class indices (N,) as bytes, and the name of each class; numbers in their order, words in theirs."""

    indices: NDArray[np.uint8]
    classes: tuple[str, ...]


def of_archive(archive: Archive, called: Mapping[str, str]) -> Labels:
    """The labels of an npz file. Raises Refusal for any that is no whole number from 0 on, nor short text."""
    found = archive.declared("labels")
    if len(found.shape) != 1 or (found.dtype.kind in "US" and found.dtype.itemsize > LARGEST_TEXT):
        raise Refusal("own.labels_shape", file=archive.file, value=shown(f"{found.shape} {found.dtype}"))
    if found.shape[0] > limits.MOST_ROWS:
        raise Refusal("own.rows_many", file=archive.file, n=found.shape[0], limit=limits.MOST_ROWS)
    if not found.shape[0]:
        raise Refusal("refuse.upload_empty", file=archive.file)
    whole = np.concatenate(list(archive.blocks("labels")))
    if whole.dtype.kind in "US":
        return of_text([_text(value, archive.file, row) for row, value in enumerate(whole)], archive.file, called)
    return _of_numbers(_demand_whole(whole, archive.file), archive.file, called)


def of_text(written: Sequence[str], file: str, called: Mapping[str, str], first: int = 0) -> Labels:
    """The labels of a csv file: whole numbers if all are, else words. `first` is the row of the first one."""
    short = [text.strip() for text in written]
    if all(WHOLE.fullmatch(text) for text in short):
        return _of_numbers(np.array([int(text) for text in short]), file, called)
    words = [names.one(text, file, first + row) for row, text in enumerate(short)]
    values = sorted(set(words))
    _demand_classes(len(values), file)
    place = {value: k for k, value in enumerate(values)}
    return Labels(np.array([place[word] for word in words], np.uint8), tuple(called.get(v, v) for v in values))


def _of_numbers(values: NDArray[Any], file: str, called: Mapping[str, str]) -> Labels:
    classes, indices = np.unique(values, return_inverse=True)
    _demand_classes(len(classes), file)
    written = [str(int(value)) for value in classes]
    return Labels(indices.astype(np.uint8), tuple(called.get(value, value) for value in written))


def _demand_whole(values: NDArray[Any], file: str) -> NDArray[Any]:
    bad = ~np.isfinite(values) if values.dtype.kind == "f" else np.zeros(len(values), bool)
    bad |= (np.where(bad, 0, values) < 0) | (np.where(bad, 0, values) % 1 != 0)
    if values.dtype.kind == "f":
        bad |= np.where(bad, 0, values) >= 2**63
    if bad.any():
        row = int(bad.argmax())
        raise Refusal("own.label", file=file, row=row, value=shown(values[row]))
    return values.astype(np.uint64 if values.dtype.kind == "u" else np.int64)


def _demand_classes(n: int, file: str) -> None:
    if not 2 <= n <= limits.MOST_OWN_CLASSES:
        raise Refusal("own.classes", file=file, n=n, low=2, high=limits.MOST_OWN_CLASSES)


def _text(value: Any, file: str, row: int) -> str:
    try:
        return str(value) if isinstance(value, str) else bytes(value).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Refusal("own.label", file=file, row=row, value=shown(value)) from fault
