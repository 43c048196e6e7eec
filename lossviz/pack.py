"""A data pack: images, labels and ids of the probe set enter, the bytes that the stage draws digits from leave.

    LVP1 · u32 header length · JSON header, padded with spaces to a multiple of 4 · u32 ids[n] · u8 labels[n]
    · u8 images[n][height · width]

Little endian. A pack is named by its digest, stored gzipped, and fetched once by each browser.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.frame import PACK, Damaged

DIGEST_LENGTH = 32


@dataclass(frozen=True, kw_only=True, eq=False)
class Pack:
    """The probe set as the stage shows it: ids (N,), labels (N,), images (N, height, width), names of the classes."""

    ids: NDArray[np.uint32]
    labels: NDArray[np.uint8]
    images: NDArray[np.uint8]
    classes: tuple[str, ...]

    def to_bytes(self) -> bytes:
        """The pack's bytes before gzip."""
        points, height, width = self.images.shape
        head = {"points": points, "height": height, "width": width, "classes": list(self.classes)}
        header = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
        header += b" " * (-len(header) % 4)
        ids, labels = self.ids.astype("<u4").tobytes(), self.labels.astype("u1").tobytes()
        return PACK + struct.pack("<I", len(header)) + header + ids + labels + self.images.astype("u1").tobytes()

    @classmethod
    def from_bytes(cls, packed: bytes) -> Pack:
        """The pack that `to_bytes` wrote. Raises Damaged."""
        try:
            magic, length = struct.unpack_from("<4sI", packed)
            head: dict[str, Any] = json.loads(packed[8 : 8 + length])
            n, height, width = head["points"], head["height"], head["width"]
            ids = np.frombuffer(packed, "<u4", n, 8 + length)
            labels = np.frombuffer(packed, "u1", n, 8 + length + 4 * n)
            images = np.frombuffer(packed, "u1", n * height * width, 8 + length + 5 * n)
            classes = tuple(str(name) for name in head["classes"])
        except (struct.error, ValueError, KeyError, TypeError) as fault:
            raise Damaged("data pack") from fault
        if magic != PACK:
            raise Damaged("data pack")
        return cls(ids=ids, labels=labels, images=images.reshape(n, height, width), classes=classes)


def digest(packed: bytes) -> str:
    """The pack's name: 32 hex digits of the sha256 of its bytes before gzip."""
    return hashlib.sha256(packed).hexdigest()[:DIGEST_LENGTH]


def zipped(packed: bytes) -> bytes:
    """The bytes as stored and served; the same bytes give the same file."""
    return gzip.compress(packed, mtime=0)
