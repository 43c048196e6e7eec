"""How many digits each class has as one setting: what a link or the picture says enters, a list of numbers leaves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lossviz.params import Param, shown

WHOLE = re.compile(r"\d{1,5}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Counts(Param):
    """`number` whole numbers in 1 … `most`, written with _ between them: "400_240_…"; refused as a whole."""

    default: str
    number: int
    most: int

    def check(self, value: Any, owner: str) -> str:
        parts = value.split("_") if isinstance(value, str) else []
        if len(parts) != self.number or not all(self._fits(part) for part in parts):
            raise self._refuse("refuse.counts", owner, shown(value), n=self.number, most=self.most)
        return str(value)

    def parse(self, written: str, owner: str) -> str:
        return self.check(written, owner)

    def allowed(self) -> str:
        return f"{self.number} × 1 … {self.most}"

    def refused(self) -> str:
        return "0"

    def _fits(self, part: str) -> bool:
        return WHOLE.fullmatch(part) is not None and str(int(part)) == part and 1 <= int(part) <= self.most


def listed(value: object) -> tuple[int, ...]:
    """The numbers of a checked setting."""
    return tuple(int(part) for part in str(value).split("_"))
