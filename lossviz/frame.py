"""What crosses the process boundary: frames, and the records in which a tape and the socket carry them.

    record = magic (4 bytes) · u32 length · u32 crc32 of the payload · payload, little endian
    LVT1   payload: JSON, the tape's header (recipe, data pack, layout of the picture)
    LVF1   payload: one frame (see `Frame.pack`)
    LVE1   payload: JSON, the ending (state, readings, final view limit)
    LVC1   payload: a checkpoint; it lies beside a tape and never in it, and no viewer gets it
    LVG1   payload: a glance, packed like a frame, at a step between two; viewers get it, and no tape holds it

A tape is one LVT1 record, then LVF1 records, then at most one LVE1. The socket sends the same records, and glances.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

FRAME, TAPE, ENDING, PACK, CHECKPOINT, GLANCE = b"LVF1", b"LVT1", b"LVE1", b"LVP1", b"LVC1", b"LVG1"
HEAD = struct.Struct("<4sII")
FULL = 32767
SHOWN, FILLED = 0.992, 0.86
"""Share of the points that the plane's view holds, and share of its half-width that they fill, as in ui/js/tape.js."""
FEW = 125
"""Of fewer points the view holds all."""

Floats = NDArray[np.float32]


class Damaged(ValueError):
    """Bytes that are not the record they should be; `at` is the offset of the first bad one."""

    def __init__(self, what: str, at: int = 0) -> None:
        super().__init__(f"{what} at byte {at}")
        self.at = at


@dataclass(frozen=True, kw_only=True, eq=False)
class Frame:
    """One moment of a run.

    points (N, dim): the probe set's embeddings. vectors (C, K, dim): class vectors, K sub-centres each, or
    None. bias (C,): zeros where the loss has none. centres (C, dim): the loss's own centres, or the class
    means for a loss without class vectors, or None. pull (M, dim): −∂L/∂x of the points that the tape's header lists
    as `pulled`, or None. readings: named numbers. health: named findings.
    """

    n: int
    step: int
    epoch: float
    points: Floats
    vectors: Floats | None = None
    bias: Floats | None = None
    centres: Floats | None = None
    pull: Floats | None = None
    readings: Mapping[str, float] = field(default_factory=dict)
    health: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        for name in ("points", "vectors", "bias", "centres", "pull"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _locked(value))

    @property
    def half_width(self) -> float:
        """Half the side of the view, centred on the origin, that shows this frame but for a few strays."""
        if not self.points.size:
            return 0.0
        lengths = np.hypot.reduce(self.points, axis=1)
        share = 1.0 if len(lengths) < FEW else SHOWN
        return float(np.quantile(lengths, share, method="lower")) / FILLED

    def pack(self) -> bytes:
        """Header length, JSON header, int16 points with their scale, float32 vectors, bias, centres, int16 pull."""
        scale, coords = _counted(self.points)
        pull_scale, pull = (None, b"") if self.pull is None else _counted(self.pull)
        header = json.dumps(self._header(scale, pull_scale), separators=(",", ":"), allow_nan=False).encode()
        header += b" " * (-(len(header) + 4) % 4)
        tail = [self.vectors, self.bias, self.centres]
        body = b"".join(np.ascontiguousarray(a, "<f4").tobytes() for a in tail if a is not None)
        return b"".join([struct.pack("<I", len(header)), header, coords, body, pull])

    def _header(self, scale: float, pull_scale: float | None) -> dict[str, Any]:
        points, dim = self.points.shape
        classes = next((len(a) for a in (self.vectors, self.centres) if a is not None), 0)
        return {
            "n": self.n,
            "step": self.step,
            "epoch": round(self.epoch, 4),
            "points": points,
            "dim": dim,
            "classes": classes,
            "subs": 0 if self.vectors is None else self.vectors.shape[1],
            "bias": self.bias is not None,
            "centres": self.centres is not None,
            "scale": scale,
            **({} if self.pull is None else {"pulled": len(self.pull), "pull_scale": pull_scale}),
            "readings": {k: float(v) for k, v in self.readings.items()},
            "health": [dict(h) for h in self.health],
        }

    @classmethod
    def unpack(cls, packed: bytes) -> Frame:
        """The frame that `pack` wrote, its points and pull rounded to scale/32767. Raises Damaged."""
        try:
            (length,) = struct.unpack_from("<I", packed)
            h = json.loads(packed[4 : 4 + length])
            taken = _Reader(packed, 4 + length)
            points = taken.scaled(h["points"], h["dim"], h["scale"])
            vectors = taken.array("<f4", h["classes"], h["subs"], h["dim"]) if h["subs"] else None
            bias = taken.array("<f4", h["classes"]) if h["bias"] else None
            centres = taken.array("<f4", h["classes"], h["dim"]) if h["centres"] else None
            pull = taken.scaled(h["pulled"], h["dim"], h["pull_scale"]) if "pulled" in h else None
            return cls(
                n=h["n"],
                step=h["step"],
                epoch=h["epoch"],
                points=points,
                vectors=vectors,
                bias=bias,
                centres=centres,
                pull=pull,
                readings=h["readings"],
                health=tuple(h["health"]),
            )
        except (struct.error, ValueError, KeyError, TypeError) as fault:
            raise Damaged("frame") from fault


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def array(self, kind: str, *shape: int) -> NDArray[Any]:
        count = int(np.prod(shape))
        found = np.frombuffer(self.data, kind, count, self.at).reshape(shape)
        self.at += found.nbytes
        return found

    def scaled(self, rows: int, dim: int, scale: float) -> NDArray[Any]:
        """What `_counted` wrote."""
        found = self.array("<i2", rows, dim).astype(np.float64) * (scale / FULL)
        self.at += -2 * found.size % 4
        if self.at > len(self.data):
            raise ValueError("cut within the padding")
        return found


def _counted(values: Floats) -> tuple[float, bytes]:
    """The largest of the values, and all of them as shares of it in int16, padded to a multiple of 4 bytes."""
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    counts = np.rint(values / scale * FULL).astype("<i2").tobytes()
    return scale, counts + b"\0" * (-len(counts) % 4)


def _locked(values: Any) -> Floats:
    kept = np.array(values, np.float32)
    kept.setflags(write=False)
    return kept


def record(magic: bytes, payload: bytes) -> bytes:
    """One record of a tape or the socket."""
    return HEAD.pack(magic, len(payload), zlib.crc32(payload)) + payload


def header_record(header: Mapping[str, Any]) -> bytes:
    """The LVT1 record that opens a tape."""
    return record(TAPE, json.dumps(header, sort_keys=True, allow_nan=False).encode())


def ending_record(ending: Mapping[str, Any]) -> bytes:
    """The LVE1 record that closes a finished, stopped or failed run."""
    return record(ENDING, json.dumps(ending, sort_keys=True, allow_nan=False).encode())


def records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """(magic, payload) of every whole record in order; ends silently at the first torn or bad one."""
    at = 0
    while at + HEAD.size <= len(data):
        magic, length, crc = HEAD.unpack_from(data, at)
        payload = data[at + HEAD.size : at + HEAD.size + length]
        if magic not in (FRAME, TAPE, ENDING) or len(payload) < length or zlib.crc32(payload) != crc:
            return
        yield magic, payload
        at += HEAD.size + length


@dataclass(frozen=True, kw_only=True)
class Tape:
    """A recorded run: its header, its frames as packed bytes, and its ending (None when torn)."""

    header: Mapping[str, Any]
    packed: tuple[bytes, ...]
    ending: Mapping[str, Any] | None = None

    def to_bytes(self) -> bytes:
        """The tape's file."""
        frames = [record(FRAME, p) for p in self.packed]
        ending = [] if self.ending is None else [ending_record(self.ending)]
        return b"".join([header_record(self.header), *frames, *ending])

    @classmethod
    def from_bytes(cls, data: bytes) -> Tape:
        """Reads up to the first bad record. Raises Damaged when not even the header can be read."""
        found = list(records(data))
        if not found or found[0][0] != TAPE:
            raise Damaged("tape header")
        packed = tuple(payload for magic, payload in found if magic == FRAME)
        endings = [json.loads(payload) for magic, payload in found if magic == ENDING]
        return cls(header=json.loads(found[0][1]), packed=packed, ending=endings[-1] if endings else None)

    def frames(self) -> Iterator[Frame]:
        """The frames, unpacked one by one."""
        return (Frame.unpack(p) for p in self.packed)
