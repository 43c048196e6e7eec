"""Losses side by side from one start: what people write enters, two to four recipes that share all else leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lossviz.catalog.entries import losses
from lossviz.catalog.resolve import FIELDS, OWNER, SIZES, defaults, fields, knob_params, owner, parsed, resolve
from lossviz.params import Param, Refusal, shown
from lossviz.recipe import Recipe

FEWEST, MOST = 2, 4
LETTERS = "abcd"
USUAL = ("softmax", "center", "cosface", "arcface")
SHARED = tuple(name for name in FIELDS if name not in ("loss", "lr"))
"""What all sides have in common; the learning rate is a loss's own."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """sides: per loss what it has of its own, "loss" and the knobs and learning rate that were set. shared: the rest.

    Whatever is set nowhere is as in the loss's usual live run. As soon as one loss needs batches of P × K digits,
    all sides draw them.
    """

    sides: tuple[Mapping[str, Any], ...] = tuple({"loss": loss} for loss in USUAL)
    shared: Mapping[str, Any] = field(default_factory=dict)

    @property
    def needing(self) -> list[str]:
        """The losses for which all sides draw P × K digits."""
        return [side["loss"] for side in self.sides if losses()[side["loss"]].live.sampler == "balanced"]

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """One recipe a side."""
        return tuple(resolve(**self._common(), **side) for side in self.sides)

    def _common(self) -> dict[str, Any]:
        sampler = "balanced" if self.needing else self.shared.get("sampler", "uniform")
        idle = {size for kind, sizes in SIZES.items() if kind != sampler for size in sizes}
        return {**{n: v for n, v in self.shared.items() if n not in idle}, "sampler": sampler}

    def share(self, name: str, value: Any) -> Comparison:
        """All sides with another shared setting. Raises Refusal."""
        made = replace(self, shared={**self.shared, name: fields()[name].check(value, OWNER)})
        _ = made.recipes  # refuses what does not go together
        return made

    def turn(self, at: int, **settings: Any) -> Comparison:
        """One side with other settings; another loss brings its own. Raises Refusal."""
        now = self.sides[at]
        loss = fields()["loss"].check(settings.get("loss", now["loss"]), OWNER)
        kept = now if loss == now["loss"] else {}
        known = own_params(loss)
        new = {n: known[n].check(v, owner(n, loss)) for n, v in settings.items() if n != "loss"}
        return self._with(at, {**kept, **new, "loss": loss})

    def add(self, loss: str) -> Comparison:
        """One more side. Raises Refusal when there are four."""
        return _counted(replace(self, sides=(*self.sides, {"loss": loss})))

    def drop(self, at: int) -> Comparison:
        """One side fewer. Raises Refusal when there are two."""
        return _counted(replace(self, sides=self.sides[:at] + self.sides[at + 1 :]))

    def _with(self, at: int, side: Mapping[str, Any]) -> Comparison:
        return replace(self, sides=(*self.sides[:at], side, *self.sides[at + 1 :]))


def _counted(made: Comparison) -> Comparison:
    if not FEWEST <= len(made.sides) <= MOST:
        raise Refusal("refuse.compare_count", low=FEWEST, high=MOST, n=len(made.sides))
    return made


def own_params(loss: str) -> dict[str, Param]:
    """What a side may have of its own: the loss's knobs and the learning rate."""
    return {**knob_params(loss), "lr": fields()["lr"]}


def to_link(comparison: Comparison) -> dict[str, str]:
    """`{"a": "arcface;m:0.5", "b": "softmax", "seed": "1"}`: what differs from the usual runs, as a link writes it."""
    sides = [";".join(_side(side)) for side in comparison.sides]
    usual = {name: param.default for name, param in fields().items()}
    common = {n: v for n, v in comparison.shared.items() if v != usual[n]}
    return {**dict(zip(LETTERS, sides, strict=False)), **{n: fields()[n].write(v) for n, v in common.items()}}


def _side(side: Mapping[str, Any]) -> Iterator[str]:
    loss = side["loss"]
    usual = {name: value for name, value in defaults(loss).items() if name != "lr"}
    yield loss
    for name, param in own_params(loss).items():
        if name in side and side[name] != usual.get(name):
            yield f"{name}:{param.write(side[name])}"


def from_link(pairs: Mapping[str, str]) -> tuple[Comparison, list[Refusal]]:
    """The comparison of a link; what is refused takes its default and is reported. One side alone gets company."""
    refusals: list[Refusal] = []
    shared = {}
    for name, value in pairs.items():
        if name in LETTERS:
            continue
        try:
            if name not in SHARED:
                raise Refusal("refuse.unknown_setting", owner=OWNER, setting=shown(name))
            shared[name] = fields()[name].parse(value, OWNER)
        except Refusal as refusal:
            refusals.append(refusal)
    sides = tuple(_read(pairs[letter], usual, refusals) for letter, usual in _asked(pairs))
    if len(sides) == 1:
        company = next(loss for loss in USUAL if loss != sides[0]["loss"])
        sides = ({"loss": company}, *sides)
    made = Comparison(sides=sides, shared=shared) if sides else Comparison(shared=shared)
    try:
        _ = made.recipes
    except Refusal as refusal:
        refusals.append(refusal)
        sizes = {size for kind in SIZES.values() for size in kind}
        made = replace(made, shared={n: v for n, v in shared.items() if n not in sizes})
    return made, refusals


def _asked(pairs: Mapping[str, str]) -> list[tuple[str, str]]:
    """The letters in the link, each with the loss that stands there in the usual comparison."""
    return [(letter, usual) for letter, usual in zip(LETTERS, USUAL, strict=True) if letter in pairs]


def _read(text: str, usual: str, refusals: list[Refusal]) -> dict[str, Any]:
    first, *rest = text.split(";")
    try:
        loss = fields()["loss"].parse(first, OWNER)
    except Refusal as refusal:
        refusals.append(refusal)
        return {"loss": usual}
    pairs = [(name, value) for name, _, value in (part.partition(":") for part in rest)]
    return {"loss": loss, **parsed(pairs, own_params(loss), loss, refusals)}


def link_of(recipe: Recipe) -> dict[str, str]:
    """The link that compares a run with another loss from the same start; its edits are left out."""
    usual = resolve(loss=recipe.loss, embedder=recipe.embedder)
    rate = {} if recipe.lr == usual.lr else {"lr": recipe.lr}
    idle = ("batch_size",) if recipe.sampler == "balanced" else SIZES["balanced"]
    own = {name: getattr(recipe, name) for name in SHARED if name not in idle}
    shared = {name: value for name, value in own.items() if value != getattr(usual, name) or name == "embedder"}
    return to_link(Comparison(sides=({"loss": recipe.loss, **recipe.knobs, **rate},), shared=shared))
