"""Which margins fit, in words: a recipe enters; lines for its sliders, a banner and a sentence to look at leave."""

from __future__ import annotations

import math

from lossviz import catalog
from lossviz.geometry import Room, rooms, widest_angle
from lossviz.params import Real, number
from lossviz.recipe import Recipe
from lossviz.text import Translator
from lossviz.ui.controls import DIMENSIONS

SECTORS_FIT = 3
"""SphereFace's m from which on, in the plane, a class is narrower than the gap beside it (Liu et al. 2017)."""


def fits(recipe: Recipe) -> bool:
    """Whether every class can keep what the loss asks for, as far as that is known."""
    return all(room.holds(_value(recipe, room)) for room in _rooms(recipe))


def hints(recipe: Recipe, t: Translator) -> dict[str, tuple[float, str]]:
    """{knob: (the bound that its slider marks, the line under it)}."""
    if recipe.loss == "sphereface" and recipe.dim == 2 and classes_of(recipe) > 2:
        return {"m": (SECTORS_FIT, t("train.room_any", bound=SECTORS_FIT))}
    found = {}
    for room in _rooms(recipe):
        said = t(_code(recipe, room), classes=classes_of(recipe), dim=recipe.dim, bound=_bound(recipe, room))
        found[room.knob] = (room.bound, said)
    return found


def _code(recipe: Recipe, room: Room) -> str:
    if recipe.loss == "combined_margin":
        return "train.room_beside" if room.bound > 0 else "train.room_none"
    return "train.room_least" if room.least else "train.room" if room.attained else "train.room_below"


def banner(recipe: Recipe, t: Translator) -> str:
    """Finding, reason and remedy where a margin does not fit, else nothing."""
    over = [room for room in _rooms(recipe) if not room.holds(_value(recipe, room))]
    if not over:
        return ""
    first, words = over[0], _words(recipe)
    remedy = _remedy(recipe, over, t)
    if len(over) > 1 and recipe.loss == "combined_margin":
        m2, m3 = (f"{recipe.knobs[name]:.2f}" for name in ("m2", "m3"))
        return t("train.do_not_fit", m2=m2, m3=m3, remedy=remedy, **words)
    code = "train.too_small" if first.least else "train.does_not_fit" if first.attained else "train.fits_nowhere"
    margin, bound = f"{_value(recipe, first):.2f}", _bound(recipe, first)
    said = t(code, knob=_param(recipe, first.knob).noun, margin=margin, bound=bound, remedy=remedy, **words)
    return said[:2] + said[2].upper() + said[3:]


def crowded(recipe: Recipe, t: Translator) -> str:
    """What to look at in a picture whose margin does not fit."""
    entry, classes = catalog.losses()[recipe.loss], classes_of(recipe)
    if entry.scores == "cosine" and entry.margin is not None and entry.margin[1] in ("angle", "cosine"):
        value = float(recipe.knobs[entry.margin[0]])
        margin = f"{math.degrees(value):.0f}°" if entry.margin[1] == "angle" else f"{value:.2f}"
        return t("train.crowded", classes=classes, margin=margin, dim=recipe.dim)
    return t("train.crowded_classes", classes=classes, dim=recipe.dim)


def classes_of(recipe: Recipe) -> int:
    """How many classes the recipe trains."""
    return len(catalog.dataset(recipe.data).trained)


def _remedy(recipe: Recipe, over: list[Room], t: Translator) -> str:
    """The knob whose turning alone helps, and the least of the offered dimensions in which all fits."""
    wider = next((dim for dim in DIMENSIONS if dim > recipe.dim and fits(recipe.but(dim=dim))), None)
    for room in reversed(over):
        value = _safe(recipe, room)
        if value is None:
            continue
        turn = "raise" if room.least else "lower" if room.attained else "below"
        fields = {"knob": _param(recipe, room.knob).noun, "value": value, "dim": wider}
        return t(f"train.{turn}" if wider is None else f"train.{turn}_or_dim", **fields)
    return t("train.lower_both") if wider is None else t("train.lower_both_or_dim", dim=wider)


def _safe(recipe: Recipe, room: Room) -> str | None:
    """The value nearest to the bound, on the slider's grid, with which all fits; None without one."""
    param = _param(recipe, room.knob)
    turned = math.ceil if room.least else math.floor
    value = turned(room.bound / param.step + (-1e-9 if room.least else 1e-9)) * param.step
    if not param.low <= value <= param.high or not fits(recipe.but(knobs={**recipe.knobs, room.knob: value})):
        return None
    return number(round(value, 6))


def _words(recipe: Recipe) -> dict[str, object]:
    classes = classes_of(recipe)
    degrees = math.degrees(widest_angle(classes, recipe.dim)[0])
    return {"classes": classes, "dim": recipe.dim, "degrees": f"{degrees:.0f}"}


def _bound(recipe: Recipe, room: Room) -> str:
    unit = _param(recipe, room.knob).unit
    return f"{room.bound:.3f}" + (f"\u00a0{unit}" if unit else "")


def _rooms(recipe: Recipe) -> tuple[Room, ...]:
    return rooms(recipe.loss, recipe.knobs, classes_of(recipe), recipe.dim)


def _value(recipe: Recipe, room: Room) -> float:
    return float(recipe.knobs[room.knob])


def _param(recipe: Recipe, knob: str) -> Real:
    found = catalog.knob_params(recipe.loss)[knob]
    assert isinstance(found, Real)
    return found
