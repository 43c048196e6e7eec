"""A data pack survives the way to bytes and back; its layout is what the stage reads."""

from __future__ import annotations

import gzip
import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lossviz.frame import Damaged
from lossviz.pack import Pack, digest, zipped


def pack(points: int = 3, height: int = 2, width: int = 2, classes: tuple[str, ...] = ("0", "1")) -> Pack:
    images = np.arange(points * height * width, dtype=np.uint8).reshape(points, height, width)
    return Pack(
        ids=np.arange(points, dtype=np.uint32) + 70_000,
        labels=np.arange(points, dtype=np.uint8) % 2,
        images=images,
        classes=classes,
    )


@given(
    arrays(np.uint8, st.tuples(*[st.integers(1, 5)] * 3)),
    st.lists(st.text(max_size=6), max_size=4),
    st.integers(0, 2**32 - 1),
)
def test_a_pack_comes_back(images: np.ndarray, classes: list[str], id: int) -> None:
    n = len(images)
    made = Pack(
        ids=np.full(n, id, np.uint32), labels=np.arange(n, dtype=np.uint8), images=images, classes=tuple(classes)
    )
    back = Pack.from_bytes(made.to_bytes())
    for name in ("ids", "labels", "images"):
        np.testing.assert_array_equal(getattr(back, name), getattr(made, name))
    assert back.classes == made.classes


@pytest.mark.parametrize("classes", [("0", "1"), ("a", "bc"), ("零", "一"), ()])
def test_the_layout(classes: tuple[str, ...]) -> None:
    packed = pack(classes=classes).to_bytes()
    magic, length = struct.unpack_from("<4sI", packed)
    assert magic == b"LVP1"
    assert length % 4 == 0
    assert json.loads(packed[8 : 8 + length]) == {"points": 3, "height": 2, "width": 2, "classes": list(classes)}
    body = packed[8 + length :]
    assert list(struct.unpack("<3I", body[:12])) == [70_000, 70_001, 70_002]
    assert list(body[12:]) == [0, 1, 0, *range(12)]


@pytest.mark.parametrize("data", [b"", b"LVP1", pack().to_bytes()[:-1], b"XXXX" + pack().to_bytes()[4:]])
def test_damaged_bytes_are_no_pack(data: bytes) -> None:
    with pytest.raises(Damaged, match="data pack"):
        Pack.from_bytes(data)


def test_a_pack_is_named_by_its_bytes_before_gzip() -> None:
    packed = pack().to_bytes()
    assert len(digest(packed)) == 32
    assert gzip.decompress(zipped(packed)) == packed
    assert zipped(packed) == zipped(packed)
