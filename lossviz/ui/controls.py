"""Controls from descriptions: a setting's Param and its value enter, a Streamlit widget leaves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import streamlit as st

from lossviz import catalog
from lossviz.catalog.resolve import DEVICE
from lossviz.params import Choice, Integer, Param, Real, Toggle
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.text import Translator
from lossviz.ui.desk import Desk
from lossviz.ui.escape import md

PREFIX = "control."
A_WHILE = 60
"""Seconds from which on a run is worth a warning."""
NETWORK = ("embedder", "bias", "last_relu")
DIMENSIONS = (2, 3, 16, 64)
"""Those offered as buttons: the plane, the sphere, and two that are projected."""


class Settings(Protocol):
    """Whatever has a recipe whose settings a person changes."""

    @property
    def recipe(self) -> Recipe: ...

    def write(self, name: str, written: Any) -> None: ...

    def change(self, **settings: Any) -> None: ...


def loss_choice(desk: Desk, t: Translator) -> None:
    """The select box of losses."""
    _control(catalog.fields()["loss"], desk, t)


def dimension(desk: Desk, t: Translator) -> None:
    """The embedding dimension as buttons; one from a link that is not offered has its own."""
    param = catalog.fields()["dim"]
    key = PREFIX + param.name
    st.session_state[key] = desk.recipe.dim
    options = sorted({*DIMENSIONS, desk.recipe.dim})
    st.segmented_control(t.name(param.label), options, key=key, on_change=_dimension_chosen, args=(desk,))


def _dimension_chosen(desk: Desk) -> None:
    """A press on the chosen button chooses nothing, and changes nothing."""
    chosen = st.session_state[PREFIX + "dim"]
    if chosen is not None:
        desk.change(dim=chosen)


def more(desk: Desk, t: Translator) -> None:
    """The folded settings of data, network and optimiser."""
    with st.expander(t("train.more")):
        grid([param.name for param in _more_params(desk)], desk, t)
    st.caption(summary(desk, t))


def grid(names: Sequence[str], desk: Settings, t: Translator) -> None:
    """These settings in two columns."""
    columns = st.columns(2)
    for i, name in enumerate(names):
        with columns[i % 2]:
            _control(catalog.fields()[name], desk, t)


def summary(desk: Desk, t: Translator) -> str:
    """The line under the folded settings."""
    recipe = desk.recipe
    return t(
        "train.summary",
        dataset=md(catalog.dataset(recipe.data).name),
        embedder=t.name(catalog.embedders()[recipe.embedder].name),
        optimiser=catalog.OPTIMISER.names[recipe.optimiser],
        epochs=t(f"count.epoch.{'one' if recipe.epochs == 1 else 'other'}", n=recipe.epochs),
        cost=_cost(recipe, t),
    )


def _cost(recipe: Recipe, t: Translator) -> str:
    """How long training will take on one core; from a minute on in bold, and beside the usual embedder's time."""
    seconds, times = catalog.cpu_seconds(recipe), round(catalog.times_usual(recipe))
    if seconds < A_WHILE:
        return t("train.takes_seconds", n=math.ceil(seconds))
    minutes = math.ceil(seconds / 60)
    if times < 2:
        return t("train.takes_minutes", n=minutes)
    usual = catalog.embedders()[catalog.USUAL_EMBEDDER].name
    return t("train.takes_times", n=minutes, times=times, usual=usual)


def _more_params(desk: Desk) -> list[Param]:
    known = catalog.fields()
    sizes = ["p_classes", "k_samples"] if desk.recipe.sampler == "balanced" else ["batch_size"]
    device = ["device"] if len(_devices(desk)) > 1 else []
    names = ["data", *NETWORK, "optimiser", "lr", "weight_decay", "sampler", *sizes, "roll", "epochs", "seed", *device]
    return [known[name] for name in names]


def _devices(desk: Settings) -> list[str]:
    """Where the workers can train, and where the recipe wants to."""
    here = hub().devices() | {desk.recipe.device}
    return [name for name in DEVICE.choices if name in here]


def _control(param: Param, desk: Settings, t: Translator) -> None:
    key = PREFIX + param.name
    value = getattr(desk.recipe, param.name)
    st.session_state[key] = param.write(value) if isinstance(param, Real | Integer) else value
    _widget(_offered(param, desk), t)(
        t.name(param.label),
        key=key,
        help=_costs(t) if param.name == "embedder" else t.name(param.help) or None,
        on_change=_changed,
        args=(desk, param.name),
    )


def _offered(param: Param, desk: Settings) -> Param:
    """The setting with what this visitor may choose: of data sets also those that are uploaded, of devices these."""
    if not isinstance(param, Choice) or param.name not in ("data", "device"):
        return param
    if param.name == "device":
        choices = tuple(_devices(desk))
        return replace(param, choices=choices, labels=tuple(param.names[name] for name in choices))
    ids = [id for id in dict.fromkeys((*getattr(desk, "uploaded", ()), desk.recipe.data)) if id not in param.choices]
    names = tuple(catalog.dataset(id).name for id in ids)
    return replace(param, choices=(*param.choices, *ids), labels=(*param.names.values(), *names))


def _costs(t: Translator) -> str:
    """What each embedder is and costs, one a paragraph."""
    return "\n\n".join(f"**{t.name(thing.name)}**: {t.name(thing.cost)}" for thing in catalog.embedders().values())


def _changed(desk: Settings, name: str) -> None:
    desk.write(name, st.session_state[PREFIX + name])


def _widget(param: Param, t: Translator) -> Callable[..., Any]:
    """The widget of a kind of setting, ready for label, key and callback."""
    match param:
        case Choice():
            names = param.names
            return _with(st.selectbox, options=param.choices, format_func=lambda choice: t.name(names[choice]))
        case Integer() | Real():  # not a number field: that one bends a wrong value without a word
            return st.text_input
        case Toggle():
            return st.toggle
        case _:
            raise TypeError(param)


def _with(widget: Callable[..., Any], **settings: Any) -> Callable[..., Any]:
    return lambda label, **rest: widget(label, **settings, **rest)
