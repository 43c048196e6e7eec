"""Arrays by name as bytes: a mapping enters, a file without a pickle leaves, and back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.frame import Damaged


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The arrays as a file without a pickle."""
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **{name: np.asarray(array) for name, array in arrays.items()})
    return out.getvalue()


def unpack(packed: bytes) -> dict[str, NDArray[Any]]:
    """What `pack` wrote. Raises Damaged."""
    try:
        with np.load(io.BytesIO(packed), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except Exception as fault:  # zip, zlib and numpy each raise their own
        raise Damaged("arrays") from fault
