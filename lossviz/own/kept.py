"""What is kept of own data, and how long: checked arrays enter, an id leaves, by which whoever has it reads them.

own/<hex>.npz     images, labels, probe and `about`, UTF-8 JSON; the name is the digest of these bytes
own/<hex>.tape    embeddings as a tape of one frame
own/<hex>.points  embeddings in all dimensions: features, labels, rows and `about`; named as images are
own/by/<visitor>/<hex>    empty: whose upload it is; the visitor's token itself is nowhere
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import folders, limits
from lossviz.arrays import pack, unpack
from lossviz.frame import Damaged, Tape
from lossviz.own.images import Images
from lossviz.own.points import Points
from lossviz.params import Refusal
from lossviz.shelf import Folder, Kept, Remote, shelf_at

ROOM = "own"
PREFIX = "own-"
ID = re.compile(r"own-[0-9a-f]{32}", re.ASCII)
LENGTH = 32
VISITOR_LENGTH = 16
LARGEST = 2 * limits.LARGEST_UPLOAD + limits.MB
"""Bytes of a kept file: what does not compress, and a little."""


@dataclass(frozen=True, kw_only=True)
class About:
    """What is known of own images without reading them."""

    file: str
    classes: tuple[str, ...]
    train_size: int
    probe_size: int


def keep_images(brought: Images, visitor: str) -> str:
    """Keeps images under their digest; the id. Raises Refusal when nothing can be kept."""
    probes = len(brought.probe)
    about = About(
        file=brought.file, classes=brought.classes, train_size=len(brought.labels) - probes, probe_size=probes
    )
    plain = np.frombuffer(json.dumps(asdict(about), ensure_ascii=False).encode(), np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, about=plain, images=brought.images, labels=brought.labels, probe=brought.probe)
    data = out.getvalue()
    hex = hashlib.sha256(data).hexdigest()[:LENGTH]
    _keep(hex, ".npz", data, visitor, brought.file)
    return PREFIX + hex


def keep_points(tape: Tape, visitor: str) -> str:
    """Keeps embeddings under their tape's key; the id. Raises Refusal when nothing can be kept."""
    hex = str(tape.header["key"])
    _keep(hex, ".tape", tape.to_bytes(), visitor, str(tape.header["own"]["file"]))
    return PREFIX + hex


def keep_features(brought: Points, visitor: str) -> str:
    """Keeps embeddings in all their dimensions under their digest; the id. Raises Refusal when nothing can be kept."""
    told = {"file": brought.file, "classes": brought.classes, "all": brought.all}
    plain = np.frombuffer(json.dumps(told, ensure_ascii=False).encode(), np.uint8)
    data = pack({"about": plain, "features": brought.features, "labels": brought.labels, "rows": brought.rows})
    hex = hashlib.sha256(data).hexdigest()[:LENGTH]
    _keep(hex, ".points", data, visitor, brought.file)
    return PREFIX + hex


def is_own(id: str) -> bool:
    """Whether this is the form of an id of own data."""
    return ID.fullmatch(id) is not None


def about(id: str) -> About | None:
    """What is known of own images; None where there are none under this id."""
    try:
        return _about(id, _place())
    except Refusal:
        return None


def arrays(id: str) -> dict[str, NDArray[Any]]:
    """The arrays `images`, `labels` and `probe`. Raises Refusal where they are gone or not what they were."""
    data = _read(id, ".npz")
    if data is None or hashlib.sha256(data).hexdigest()[:LENGTH] != id.removeprefix(PREFIX):
        raise Refusal("own.gone", id=id)
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in ("images", "labels", "probe", "about")}


def features(id: str) -> Points | None:
    """Embeddings in all their dimensions; None where there are none under this id, or not what they were."""
    data = _read(id, ".points")
    if data is None or hashlib.sha256(data).hexdigest()[:LENGTH] != id.removeprefix(PREFIX):
        return None
    found = unpack(data)
    about = json.loads(found["about"].tobytes())
    told = {"file": about["file"], "all": about["all"], "classes": tuple(about["classes"])}
    return Points(features=found["features"], labels=found["labels"], rows=found["rows"], **told)


def tape(id: str) -> bytes | None:
    """The tape of own embeddings; None where there is none."""
    return _read(id, ".tape")


def told(id: str) -> dict[str, object] | None:
    """What is known of own embeddings: file, dim, points, all; None where there are none."""
    data = tape(id)
    return None if data is None else dict(Tape.from_bytes(data).header["own"])


@lru_cache(maxsize=256)
def _about(id: str, place: str) -> About:
    found = json.loads(arrays(id)["about"].tobytes())
    return About(**{**found, "classes": tuple(found["classes"])})


def _place() -> str:
    return os.environ.get("LOSSVIZ_STORE") or str(folders.home())


@lru_cache(maxsize=4)
def _shelf(place: str) -> Folder | Remote:
    return shelf_at(place)


def _read(id: str, kind: str) -> bytes | None:
    if not is_own(id):
        return None
    try:
        return _shelf(_place()).read(f"{ROOM}/{id.removeprefix(PREFIX)}{kind}", LARGEST)
    except (OSError, Damaged):
        return None


def _keep(hex: str, kind: str, data: bytes, visitor: str, file: str) -> None:
    shelf, owner = _shelf(_place()), hashlib.sha256(visitor.encode()).hexdigest()[:VISITOR_LENGTH]
    try:
        shelf.write(f"{ROOM}/{hex}{kind}", data)
        shelf.write(f"{ROOM}/by/{owner}/{hex}", b"")
        _make_room(shelf, owner)
    except OSError as fault:
        raise Refusal("own.unsaved", file=file) from fault


def _make_room(shelf: Folder | Remote, owner: str) -> None:
    """The oldest leave: of this visitor's what is too much for one, then of all what is too much for all."""
    found = shelf.listed(ROOM)
    files = {Path(kept.name).stem: kept for kept in found if not kept.name.startswith(f"{ROOM}/by/")}
    whose: dict[str, set[str]] = {}
    for kept in found:
        if kept.name.startswith(f"{ROOM}/by/"):
            whose.setdefault(Path(kept.name).name, set()).add(Path(kept.name).parent.name)
    mine = [hex for hex in files if owner in whose.get(hex, ())]
    for hex in _too_much(mine, files, limits.OWN_PER_VISITOR, limits.OWN_BYTES_PER_VISITOR):
        shelf.remove(f"{ROOM}/by/{owner}/{hex}")
        whose[hex].discard(owner)
        if not whose[hex]:
            shelf.remove(files.pop(hex).name)
    for hex in _too_much(list(files), files, limits.OWN_KEPT, limits.OWN_BYTES_KEPT):
        for visitor in whose.get(hex, ()):
            shelf.remove(f"{ROOM}/by/{visitor}/{hex}")
        shelf.remove(files[hex].name)


def _too_much(names: Iterable[str], files: dict[str, Kept], most: int, most_bytes: int) -> list[str]:
    """Of names, the oldest first, those at the beginning that leave no more than `most` after them."""
    ordered = list(names)
    sizes = [files[name].size for name in ordered]
    leaving = next(i for i in range(len(ordered) + 1) if len(ordered) - i <= most and sum(sizes[i:]) <= most_bytes)
    return ordered[:leaving]
