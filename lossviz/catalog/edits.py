"""Edits of a run under way: a recipe and what shall change at which step enter, a recipe with edits or refusals leave.

In a link they are written `edits=120:lr:0.001;300:loss:softmax`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

from lossviz import limits
from lossviz.catalog.entries import dataset
from lossviz.catalog.resolve import OWNER, defaults, fields, knob_params, owner
from lossviz.params import Integer, Param, Refusal, shown
from lossviz.recipe import Edit, Recipe

EDITABLE = ("loss", "epochs", "lr")
"""Fields that may change in a run, besides the knobs of the loss in force; edits of one step act in this order."""

STEP = Integer(name="step", label="Step", noun="step", default=1, low=1, high=10**9)


def edited(recipe: Recipe, edits: Iterable[Sequence[Any]]) -> Recipe:
    """The recipe with these edits (step, field, value), in the order in which they act.

    >>> edited(resolve(loss="softmax"), [(300, "loss", "arcface"), (120, "lr", 0.001)]).edits
    ((120, 'lr', 0.001), (300, 'loss', 'arcface'))

    Raises Refusal for a step outside the run, a field that cannot change, or a value out of range.
    """
    listed = [(STEP.check(step, OWNER), str(field), value) for step, field, value in edits]
    if len(listed) > limits.MOST_EDITS:
        raise Refusal("refuse.edits_many", owner=OWNER, most=limits.MOST_EDITS, value=len(listed))
    made = recipe.but(edits=())
    for step, together in groupby(sorted(listed, key=_order), key=lambda edit: edit[0]):
        made = _acted(made, step, [edit[1:] for edit in together])
    return made


def fitting(recipe: Recipe, edits: Iterable[Edit]) -> Recipe:
    """The recipe with those of these edits that it can have; the others fall away."""
    made = recipe.but(edits=())
    for edit in edits:
        with suppress(Refusal):
            made = edited(recipe, [*made.edits, edit])
    return made


def in_force(recipe: Recipe, step: int | None = None) -> Recipe:
    """The recipe without edits that a run follows after its edits up to this step, or after all of them."""
    now = recipe.but(edits=())
    for at, field, value in recipe.edits:
        if step is None or at <= step:
            now = _changed(now, field, value)
    return now


def base(recipe: Recipe) -> Recipe:
    """The recipe of the run from which this one forks: without the edits of the last step that has any."""
    return recipe.but(edits=tuple(edit for edit in recipe.edits if edit[0] != recipe.edits[-1][0]))


def steps_of(recipe: Recipe) -> int:
    """How many steps the run has, all edits counted."""
    now = in_force(recipe)
    return now.epochs * max(1, dataset(now.data).train_size // now.batch_size)


def write(edits: Iterable[Edit]) -> str:
    """Edits as a link writes them."""
    parts = []
    for step, field, value in edits:
        known = fields()[field] if field in EDITABLE else None
        parts.append(f"{step}:{field}:{_plain(value) if known is None else known.write(value)}")
    return ";".join(parts)


def read(recipe: Recipe, written: str) -> tuple[Recipe, list[Refusal]]:
    """The recipe with the edits of a link; those that are refused are left out and reported."""
    kept: list[tuple[int, str, Any]] = []
    refusals: list[Refusal] = []
    parts = list(filter(None, written.split(";")))
    if len(parts) > limits.MOST_EDITS:
        return recipe, [Refusal("refuse.edits_many", owner=OWNER, most=limits.MOST_EDITS, value=len(parts))]
    for part in sorted(parts, key=_written_order):
        try:
            now = in_force(edited(recipe, kept))
            made = edited(recipe, [*kept, _parsed(now, part)])
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            kept = list(made.edits)
    return edited(recipe, kept), refusals


def _parsed(now: Recipe, part: str) -> tuple[int, str, Any]:
    step, field, value = (*part.split(":", 2), "", "")[:3]
    if part.count(":") < 2:
        raise Refusal("refuse.edit_form", owner=OWNER, value=shown(part))
    return STEP.parse(step, OWNER), field, _param(now, field).parse(value, owner(field, now.loss))


def _written_order(part: str) -> tuple[int, int, str]:
    step, field = (*part.split(":"), "")[:2]
    return _order((int(step) if step.isascii() and step.isdigit() and len(step) < 10 else 0, field))


def _acted(recipe: Recipe, step: int, changes: Sequence[tuple[str, Any]]) -> Recipe:
    """The recipe with the edits of one more step."""
    now, made, before = in_force(recipe), list(recipe.edits), steps_of(recipe)
    for n, (field, value) in enumerate(changes):
        if field in [earlier for earlier, _ in changes[:n]]:
            raise Refusal("refuse.edit_twice", owner=OWNER, knob=shown(field), value=step)
        clean = _param(now, field).check(value, owner(field, now.loss))
        now = _changed(now, field, clean)
        made.append((step, field, clean))
    # at the very end only more epochs leave something to do
    last = min(before, steps_of(now) - 1)
    if step > last:
        raise Refusal("refuse.edit_step", owner=OWNER, last=last, value=step)
    return recipe.but(edits=tuple(made))


def _param(now: Recipe, field: str) -> Param:
    known = {name: fields()[name] for name in EDITABLE} | knob_params(now.loss)
    if field not in known:
        raise Refusal("refuse.edit_field", owner=OWNER, allowed=", ".join(known), value=shown(field))
    return known[field]


def _changed(now: Recipe, field: str, value: Any) -> Recipe:
    if field == "loss":
        live = defaults(value)
        return now.but(loss=value, knobs={name: live[name] for name in knob_params(value)})
    if field in EDITABLE:
        return now.but(**{field: value})
    return now.but(knobs={**now.knobs, field: value})


def _order(edit: Sequence[Any]) -> tuple[int, int, str]:
    step, field = edit[0], str(edit[1])
    return step, EDITABLE.index(field) if field in EDITABLE else len(EDITABLE), field


def _plain(value: Any) -> str:
    """A knob's value as any of its kind writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
