"""Points in a plane as one setting: what a link or the picture says enters, their places in hundredths leave."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lossviz.params import Param, shown

WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Places(Param):
    """`number` points, written as whole hundredths with _ between them, x before y: "-160_60_…"; each in −most … most.

    A link stays readable and short, and one that lacks a point is refused as a whole.
    """

    default: str
    number: int
    most: int

    def check(self, value: Any, owner: str) -> str:
        parts = value.split("_") if isinstance(value, str) else []
        whole = all(WHOLE.fullmatch(part) and abs(int(part)) <= self.most for part in parts)
        if len(parts) != 2 * self.number or not whole:
            raise self._refuse("refuse.places", owner, shown(value), n=2 * self.number, most=self.most)
        return str(value)

    def parse(self, written: str, owner: str) -> str:
        return self.check(written, owner)

    def allowed(self) -> str:
        return f"{2 * self.number} × −{self.most} … {self.most}"

    def refused(self) -> str:
        return "0"
