"""Embeddings that somebody else has made: a csv or npz file enters; points with labels, at most ten thousand, leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import limits
from lossviz.own.archive import Archive
from lossviz.own.labels import Labels, of_archive, of_text
from lossviz.own.table import Table
from lossviz.params import Refusal, shown

LABEL = ("label", "labels", "class")
SAMPLE_SEED = 0
AT_ONCE = 512
LARGEST = 1e30

Floats = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True, eq=False)
class Points:
    """Features (n, d) with their labels (n,); `rows` (n,): where they stood among the `all` of their file."""

    file: str
    features: Floats
    labels: NDArray[np.uint8]
    rows: NDArray[np.uint32]
    classes: tuple[str, ...]
    all: int


def of_archive_file(archive: Archive, called: Mapping[str, str]) -> Points:
    """The points of an npz file with `embeddings` and `labels`. Raises Refusal."""
    found = archive.declared("embeddings")
    if len(found.shape) != 2 or not 2 <= found.shape[1] <= limits.LARGEST_OWN_DIM:
        value = shown(found.shape)
        raise Refusal("own.points_shape", file=archive.file, high=limits.LARGEST_OWN_DIM, value=value)
    if found.dtype.kind not in "iuf":
        raise Refusal("own.dtype", file=archive.file, member="embeddings", value=shown(found.dtype))
    n = found.shape[0]
    if n > limits.MOST_ROWS:
        raise Refusal("own.rows_many", file=archive.file, n=n, limit=limits.MOST_ROWS)
    labelled = archive.declared("labels").shape
    if labelled and labelled[0] != n:
        raise Refusal("own.lengths", file=archive.file, rows=n, labels=labelled[0])
    labels = of_archive(archive, called)
    rows, kept, first = sample(n), [], 0
    for block in archive.blocks("embeddings"):
        _demand_finite(block, archive.file, first)
        chosen = rows[(rows >= first) & (rows < first + len(block))] - first
        kept.append(block[chosen].astype(np.float32))
        first += len(block)
    return _made(archive.file, np.concatenate(kept), labels, rows)


def of_table(table: Table, called: Mapping[str, str]) -> Points:
    """The points of a csv file with a column `label` and columns of numbers. Raises Refusal, naming row and column."""
    header = [name.lower() for name in table.header]
    at = next((header.index(name) for name in LABEL if name in header), None)
    columns = [i for i in range(len(header)) if i != at]
    if at is None or not 2 <= len(columns) <= limits.LARGEST_OWN_DIM:
        line = shown(",".join(table.header))
        raise Refusal("own.header", file=table.file, high=limits.LARGEST_OWN_DIM, value=line)
    written: list[str] = []
    blocks: list[Floats] = []
    for places, lines in _batches(table):
        written += [line[at] for line in lines]
        if len(written) > limits.MOST_ROWS:
            raise Refusal("own.rows_many", file=table.file, n=len(written), limit=limits.MOST_ROWS)
        blocks.append(_numbers(table, columns, places, lines))
    if not written:
        raise Refusal("refuse.upload_empty", file=table.file)
    labels = of_text(written, table.file, called, first=2)
    rows = sample(len(written))
    return _made(table.file, np.concatenate(blocks)[rows], labels, rows)


def sample(n: int) -> NDArray[np.int64]:
    """The rows that are drawn: all, or a fixed random choice of as many as can be."""
    if n <= limits.MOST_POINTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(SAMPLE_SEED).permutation(n)[: limits.MOST_POINTS])


def _made(file: str, features: Floats, labels: Labels, rows: NDArray[np.int64]) -> Points:
    return Points(
        file=file, features=features, labels=labels.indices[rows], rows=rows.astype(np.uint32),
        classes=labels.classes, all=len(labels.indices),
    )  # fmt: skip


def _batches(table: Table) -> Iterator[tuple[list[int], list[list[str]]]]:
    rows: list[int] = []
    lines: list[list[str]] = []
    for row, fields in table.rows():
        rows.append(row)
        lines.append(fields)
        if len(rows) == AT_ONCE:
            yield rows, lines
            rows, lines = [], []
    if rows:
        yield rows, lines


def _numbers(table: Table, columns: Sequence[int], rows: Sequence[int], lines: Sequence[Sequence[str]]) -> Floats:
    """The numbers (n, d) of some lines, each looked at alone where not all are numbers."""
    taken = [[line[i] for i in columns] for line in lines]
    try:
        found = np.array(taken).astype(np.float64)
        if (np.abs(found) <= LARGEST).all():
            return found.astype(np.float32)
    except ValueError:
        pass
    for row, fields in zip(rows, taken, strict=True):
        for i, text in zip(columns, fields, strict=True):
            if not _is_number(text):
                raise Refusal("own.number", file=table.file, row=row, column=shown(table.header[i]), value=shown(text))
    raise AssertionError("a line that is no line of numbers has one that is none")


def _is_number(text: str) -> bool:
    try:
        return bool(abs(float(text)) <= LARGEST)
    except ValueError:
        return False


def _demand_finite(block: NDArray[Any], file: str, first: int) -> None:
    bad = ~(np.abs(block.astype(np.float64)) <= LARGEST)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        value = shown(block[row, column])
        raise Refusal("own.number", file=file, row=first + int(row), column=str(column), value=value)
