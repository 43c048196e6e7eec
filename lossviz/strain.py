"""A data set under strain: an id such as "mnist5k~flip0.3" enters, what is done to the training digits leaves.

A strained set is a data set like any other, with an id of its own, base~part~part. What is looked at stays as it is.

    flip0.3        30 % of the labels are wrong: any other class, with the same chance
    pair0.3        30 % of the labels are wrong: each class is taken for one that looks like it, see PAIRS
    tail100        a long tail: n · 100^(−c/(C−1)) digits of class c, so all of class 0 and a hundredth of the last
    count40.8.400  so many digits of each class
    without3.8     these classes are not trained; whoever looks finds them behind the others
    drop<mask>     of what is left by then, these digits are left out as well, see `packed`
    seed7          another draw of all that chance decides
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lossviz import limits
from lossviz.params import Integer, Real, Refusal, number, shown

MARK = "~"
PART = re.compile(r"(flip|pair|tail|count|without|drop|seed)([0-9A-Za-z._-]+)", re.ASCII)
LIST = re.compile(r"\d{1,9}(\.\d{1,9})*", re.ASCII)
OWNER = "Data"

PAIRS: Mapping[str, str] = dict(zip("0123456789", "6785930124", strict=True))
"""Digits that people mix up; a class that is not here is taken for the one after it."""

NOISE = Real(
    name="noise", label="Flipped labels", noun="share of flipped labels", default=0.0, low=0.0, high=0.9, step=0.05
)
TAIL = Real(name="tail", label="Imbalance", noun="imbalance", default=1.0, low=1.0, high=1000.0, step=1.0, log=True)
SEED = Integer(name="strain_seed", label="Draw", noun="draw", default=0, low=0, high=limits.LARGEST_SEED)

Kind = Literal["symmetric", "pairs"]


@dataclass(frozen=True, kw_only=True)
class Strain:
    """What is done to the training digits of the data set `base`.

    noise: share of wrong labels, and their `kind`. tail: how many times as many digits the first class has as the last.
    counts: digits of each class, which a tail is not asked for besides. without: classes that are not trained, in
    order. dropped: the mask of `packed`, or nothing. `seed` draws what chance decides.
    """

    base: str
    noise: float = 0.0
    kind: Kind = "symmetric"
    tail: float = 1.0
    counts: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    dropped: str = ""
    seed: int = 0

    @property
    def id(self) -> str:
        """The id of the strained set; the base's own where nothing is done to it."""
        parts = [
            (self.noise, ("flip" if self.kind == "symmetric" else "pair") + NOISE.write(self.noise)),
            (self.tail != 1.0, "tail" + TAIL.write(self.tail)),
            (self.counts, "count" + ".".join(map(str, self.counts))),
            (self.without, "without" + ".".join(map(str, self.without))),
            (self.dropped, "drop" + self.dropped),
        ]
        said = [part for meant, part in parts if meant]
        seed = [f"seed{self.seed}"] if said and self.seed else []
        return MARK.join([self.base, *said, *seed])


def is_strained(id: str) -> bool:
    """Whether this is meant to be the id of a strained set."""
    return MARK in id


def base_of(id: str) -> str:
    """The id of the set without strain."""
    return id.partition(MARK)[0]


def parse(id: str) -> Strain:
    """The strain of an id. Raises Refusal for one that no strain has: each has a single id.

    >>> parse("mnist5k~flip0.3~seed7").noise
    0.3
    """
    if len(id) > limits.LONGEST_DATA_ID:
        raise _refused(id)
    base, *parts = id.split(MARK)
    found = [PART.fullmatch(part) for part in parts]
    if not parts or any(match is None for match in found):
        raise _refused(id)
    said = {match[1]: match[2] for match in found if match}
    if {"flip", "pair"} <= said.keys() or {"tail", "count"} <= said.keys():
        raise _refused(id)
    made = Strain(
        base=base,
        noise=float(NOISE.parse(said.get("flip", said.get("pair", "0")), OWNER)),
        kind="pairs" if "pair" in said else "symmetric",
        tail=float(TAIL.parse(said.get("tail", "1"), OWNER)),
        counts=_listed(said.get("count"), id),
        without=_listed(said.get("without"), id),
        dropped=said.get("drop", ""),
        seed=SEED.parse(said.get("seed", "0"), OWNER),
    )
    if made.id != id:  # an empty part, one twice, another order
        raise _refused(id)
    return made


def check(strain: Strain, sizes: Sequence[int], classes: int) -> None:
    """Raises Refusal where a set cannot be strained so; sizes: how many training digits of each class it has.

    Where these are not known, as of uploaded images, only labels can be flipped.
    """
    if not sizes and (strain.tail != 1 or strain.counts or strain.without or strain.dropped):
        raise Refusal("refuse.strain_own", value=shown(strain.id))
    if strain.counts and len(strain.counts) != classes:
        raise Refusal("refuse.strain_counts", n=classes, value=len(strain.counts))
    for count, size in zip(strain.counts, sizes, strict=False):
        if not 1 <= count <= size:
            told = {"knob": "number of digits of a class", "value": count, "low": 1, "high": size}
            raise Refusal("refuse.range", owner=OWNER, unit="", **told)
    without = sorted(set(strain.without))
    if tuple(without) != strain.without or without[-1:] >= [classes] or classes - len(without) < min(2, classes):
        raise Refusal("refuse.strain_without", last=classes - 1, value=".".join(map(str, strain.without)))
    left = sum(trained(strain, sizes))
    if strain.dropped and unpacked(strain.dropped, left).sum() > left - limits.FEWEST_IMAGES:
        raise Refusal("refuse.strain_drop", n=left)


def trained(strain: Strain, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many digits of each class are trained before any is dropped: 0 of those that are left out."""
    if strain.counts:
        asked: Sequence[int] = strain.counts
    else:
        last = max(1, len(sizes) - 1)
        asked = [max(1, round(n * strain.tail ** (-c / last))) for c, n in enumerate(sizes)]
    return tuple(0 if c in strain.without else n for c, n in enumerate(asked))


def order(strain: Strain, classes: int) -> list[int]:
    """The classes as they are numbered in the strained set: those that are trained, then the others."""
    return sorted(range(classes), key=lambda c: (c in strain.without, c))


def packed(dropped: NDArray[np.bool_]) -> str:
    """A mask (N,) over the base's training digits as the part of an id."""
    squeezed = zlib.compress(np.packbits(dropped).tobytes(), 9)
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def unpacked(mask: str, digits: int) -> NDArray[np.bool_]:
    """The mask (digits,) that `packed` wrote. Raises Refusal for one of another number of digits."""
    try:
        squeezed = base64.b64decode(mask + "=" * (-len(mask) % 4), b"-_", validate=True)
        inflate = zlib.decompressobj()
        bits = inflate.decompress(squeezed, digits // 8 + 2)
    except (binascii.Error, zlib.error) as fault:
        raise Refusal("refuse.strain_drop", n=digits) from fault
    if len(bits) != -(-digits // 8) or not inflate.eof or packed(found := _bits(bits, digits)) != mask:
        raise Refusal("refuse.strain_drop", n=digits)
    return found


def _bits(packed_bits: bytes, digits: int) -> NDArray[np.bool_]:
    return np.unpackbits(np.frombuffer(packed_bits, np.uint8), count=digits).astype(bool)


def _listed(written: str | None, id: str) -> tuple[int, ...]:
    if written is None:
        return ()
    if not LIST.fullmatch(written):
        raise _refused(id)
    return tuple(int(n) for n in written.split("."))


def _refused(id: str) -> Refusal:
    return Refusal("refuse.strain", value=shown(id), most=number(NOISE.high))
