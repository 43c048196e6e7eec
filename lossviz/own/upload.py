"""What somebody has brought: files as they came enter; images to train on, or points to look at, leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lossviz import limits
from lossviz.own import images, names, points
from lossviz.own.archive import SIGNATURES, Archive
from lossviz.own.images import Images
from lossviz.own.points import Points
from lossviz.own.table import Table
from lossviz.params import Refusal, shown

IMAGES, EMBEDDINGS = frozenset(("images", "labels")), frozenset(("embeddings", "labels"))
TEXT = ".csv"


def read(files: Sequence[tuple[str, bytes]]) -> Images | Points:
    """One npz or csv file of data, and at most one csv of class names, each (name, bytes). Raises Refusal.

    What a file is, its bytes say and not its name.
    """
    opened = [_opened(names.file_name(name), data) for name, data in files]
    naming = [one for one in opened if isinstance(one, Table) and names.is_names(one)]
    data = [one for one in opened if one not in naming]
    if not data and naming:
        raise Refusal("own.names_alone", file=naming[0].file)
    if len(data) != 1 or len(naming) > 1:
        raise Refusal("own.files", n=len(opened))
    return _content(data[0], names.read(naming[0]) if naming else {})


def _opened(file: str, data: bytes) -> Archive | Table:
    if len(data) > limits.LARGEST_UPLOAD:
        size, limit = f"{len(data) / limits.MB:.1f}", limits.LARGEST_UPLOAD // limits.MB
        raise Refusal("refuse.upload_size", file=file, size=size, limit=limit)
    if data.startswith(SIGNATURES):
        return Archive(file, data)
    try:
        return Table(file, data)
    except Refusal as refusal:
        if refusal.code in ("own.not_utf8", "own.nul") and not file.lower().endswith(TEXT):
            raise Refusal("refuse.upload_type", file=file, choices=".npz, .csv") from refusal
        raise


def _content(data: Archive | Table, called: Mapping[str, str]) -> Images | Points:
    if isinstance(data, Table):
        return points.of_table(data, called)
    if data.names == IMAGES:
        return images.read(data, called)
    if data.names == EMBEDDINGS:
        return points.of_archive_file(data, called)
    raise Refusal("own.members", file=data.file, value=shown(", ".join(sorted(data.names))))
