"""What a setting may be: a description and a value enter, a clean value or a refusal leaves."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from lossviz import text

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
LONGEST_NUMBER = 40
T = TypeVar("T")

TRUE, FALSE = ("true", "1", "on", "yes"), ("false", "0", "off", "no")


class Refusal(ValueError):
    """A refused value as data, so that a page can say it in any language; `str()` is the English sentence.

    `code` is a key of `lossviz.text`; `fields` fill its placeholders.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields

    def __str__(self) -> str:
        return text.translator("en")(self.code, **self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_refusal, (self.code, self.fields))


def _refusal(code: str, fields: dict[str, Any]) -> Refusal:
    return Refusal(code, **fields)


def shown(value: object, longest: int = 40) -> str:
    """The value as the sentence echoes it: on one line, cut when long, in quotes when there is nothing to see."""
    line = "".join(c if c.isprintable() else " " for c in str(value))
    if not line.strip():
        return "“”"
    return line if len(line) <= longest else line[: longest - 1] + "…"


def number(value: float) -> str:
    """A number as a reader writes it: 0.3, 16, 1.57."""
    return f"{value:.4g}" if value != int(value) or abs(value) >= 1e6 else str(int(value))


def _as_written(written: str, check: Callable[[Any, str], T], value: float, owner: str) -> T:
    """Checks a parsed value; a refusal echoes the text as it came."""
    try:
        return check(value, owner)
    except Refusal as refusal:
        raise Refusal(refusal.code, **{**refusal.fields, "value": shown(written)}) from None


@dataclass(frozen=True, kw_only=True)
class Param(ABC):
    """One setting: its name in links and code, its words, and what it may be.

    `label` names the control ("Margin m"), `noun` stands inside a refusal ("margin"); both are English
    and are translated by their English text. `where` says whether the control is in sight or folded away.
    """

    name: str
    label: str
    noun: str
    default: Any
    help: str = ""
    where: Literal["panel", "more"] = "panel"

    @abstractmethod
    def check(self, value: Any, owner: str) -> Any:
        """The clean value, or Refusal naming `owner`, this setting, the value and what is allowed."""

    @abstractmethod
    def parse(self, written: str, owner: str) -> Any:
        """The clean value of a text from a link or the command line, or Refusal."""

    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, in a few symbols."""

    @abstractmethod
    def refused(self) -> Any:
        """A value that `check` refuses, for tests."""

    def write(self, value: Any) -> str:
        """The text that `parse` turns back into this value."""
        return str(value)

    def _refuse(self, code: str, owner: str, value: object, **fields: Any) -> Refusal:
        return Refusal(code, owner=owner, knob=self.noun, value=shown(value), **fields)


@dataclass(frozen=True, kw_only=True)
class Real(Param):
    """A number in [low, high] (`above`: low itself excluded), or one of `words` such as "soft"."""

    default: float | str
    low: float
    high: float
    step: float = 0.01
    unit: str = ""
    above: bool = False
    log: bool = False
    words: tuple[str, ...] = ()

    def check(self, value: Any, owner: str) -> float | str:
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._refuse("refuse.number", owner, value)
        if isinstance(value, float) and not math.isfinite(value):
            raise self._refuse("refuse.finite", owner, value)
        if self.above and value <= self.low:
            raise self._refuse("refuse.above", owner, value, low=number(self.low), unit=self._unit())
        if not self.low <= value <= self.high:
            low, high = number(self.low), number(self.high)
            raise self._refuse("refuse.range", owner, value, low=low, high=high, unit=self._unit())
        return float(value) + 0.0

    def parse(self, written: str, owner: str) -> float | str:
        if written in self.words:
            return written
        if NOT_FINITE.fullmatch(written):
            raise self._refuse("refuse.finite", owner, written)
        if len(written) > LONGEST_NUMBER or not NUMBER.fullmatch(written):
            raise self._refuse("refuse.number", owner, written)
        return _as_written(written, self.check, float(written), owner)

    def write(self, value: Any) -> str:
        return value if isinstance(value, str) else repr(float(value)).removesuffix(".0")

    def allowed(self) -> str:
        span = f"{number(self.low)} {'< … ≤' if self.above else '…'} {number(self.high)}{self._unit()}"
        return ", ".join([span, *self.words])

    def refused(self) -> float:
        return self.high + max(1.0, abs(self.high))

    def _unit(self) -> str:
        return f"\u00a0{self.unit}" if self.unit else ""


@dataclass(frozen=True, kw_only=True)
class Integer(Param):
    """A whole number in low … high; `log`: its slider goes by factors."""

    default: int
    low: int
    high: int
    step: int = 1
    log: bool = False

    def check(self, value: Any, owner: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._refuse("refuse.integer", owner, value)
        if not self.low <= value <= self.high:
            raise self._refuse("refuse.range", owner, value, low=str(self.low), high=str(self.high), unit="")
        return value

    def parse(self, written: str, owner: str) -> int:
        if len(written) > LONGEST_NUMBER or not WHOLE.fullmatch(written):
            raise self._refuse("refuse.integer", owner, written)
        return _as_written(written, self.check, int(written), owner)

    def allowed(self) -> str:
        return f"{self.low} … {self.high}"

    def refused(self) -> int:
        return self.high + 1


@dataclass(frozen=True, kw_only=True)
class Choice(Param):
    """One of a few words; `labels` are their English names in the same order, if they differ.

    `row`: two or three short ones, all in sight beside each other. `also` says of a word that is not listed whether it
    may be chosen; it may refuse it in words of its own.
    """

    default: str
    choices: tuple[str, ...]
    labels: tuple[str, ...] = ()
    row: bool = False
    also: Callable[[str], bool] = field(default=lambda value: False, compare=False, repr=False)

    @property
    def names(self) -> dict[str, str]:
        """The English name of every choice."""
        return dict(zip(self.choices, self.labels or self.choices, strict=True))

    def check(self, value: Any, owner: str) -> str:
        if not isinstance(value, str) or not (value in self.choices or self.also(value)):
            raise self._refuse("refuse.choice", owner, value, choices=", ".join(self.choices))
        return value

    def parse(self, written: str, owner: str) -> str:
        return self.check(written, owner)

    def allowed(self) -> str:
        return ", ".join(self.choices)

    def refused(self) -> str:
        return "no-such-choice"


@dataclass(frozen=True, kw_only=True)
class Toggle(Param):
    """Yes or no."""

    default: bool

    def check(self, value: Any, owner: str) -> bool:
        if not isinstance(value, bool):
            raise self._refuse("refuse.choice", owner, value, choices=self.allowed())
        return value

    def parse(self, written: str, owner: str) -> bool:
        if written.lower() in TRUE:
            return True
        if written.lower() in FALSE:
            return False
        raise self._refuse("refuse.choice", owner, written, choices=self.allowed())

    def write(self, value: Any) -> str:
        return "true" if value else "false"

    def allowed(self) -> str:
        return "true, false"

    def refused(self) -> str:
        return "maybe"
