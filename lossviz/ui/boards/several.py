"""Some of a few words as one setting: what a link or a person says enters, "3.8" leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lossviz.params import Param, Refusal, shown

BETWEEN = "."


@dataclass(frozen=True, kw_only=True)
class Several(Param):
    """`fewest` … `most` of these words, each once, with a point between them; `ordered`: in the order of these.

    labels: what the words are called on screen, themselves if none.
    """

    default: str
    words: tuple[str, ...]
    fewest: int
    most: int
    ordered: bool = False
    labels: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """Every word with what it is called."""
        return dict(zip(self.words, self.labels or self.words, strict=True))

    def check(self, value: Any, owner: str) -> str:
        parts = value.split(BETWEEN) if isinstance(value, str) and value else []
        if not isinstance(value, str) or not all(part in self.words for part in parts):
            raise self._refuse("refuse.choice", owner, value, choices=", ".join(self.words))
        chosen = sorted(set(parts), key=(self.words if self.ordered else parts).index)
        if not self.fewest <= len(chosen) <= self.most:
            raise Refusal("openset.count", owner=owner, knob=self.noun, value=shown(value), n=len(chosen),
                          low=self.fewest, high=self.most)  # fmt: skip
        return BETWEEN.join(chosen)

    def parse(self, written: str, owner: str) -> str:
        return self.check(written, owner)

    def written(self, chosen: Sequence[str], owner: str) -> str:
        """The setting for these words. Raises Refusal for too few or too many."""
        return self.check(BETWEEN.join(chosen), owner)

    def allowed(self) -> str:
        return f"{self.fewest} … {self.most} × {', '.join(self.words)}"

    def refused(self) -> str:
        return "no-such-word"


def chosen(value: Any) -> list[str]:
    """The words of a setting."""
    return str(value).split(BETWEEN)
