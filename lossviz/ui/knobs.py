"""The knobs: a loss's settings and their values enter, sliders are mounted, and the values set by the reader leave."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from lossviz.params import Choice, Integer, Param, Real, Refusal, Toggle, number
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui.component import mounting

_mount = mounting("knobs", js="knobs.js", css=lambda: "knobs.css")


def knobs(
    params: Sequence[Param],
    values: Mapping[str, Knob],
    *,
    owner: str,
    bounds: Mapping[str, tuple[float, str]],
    key: str,
    t: Translator,
    panel: int | None = None,
    hidden: Collection[str] = (),
    rests: Mapping[str, float] | None = None,
) -> dict[str, Knob]:
    """Draws one control per setting and gives back every value: `values`, or what the reader turned them to.

    `owner` is the loss's name as in refusals; `bounds` {name: (value, hint)} marks a value on a slider and says why.
    `panel`: which of the stage's panels these are for, if not for all. `hidden`: settings that are out of place just
    now; they keep their values. `rests` {name: number}: where a slider stands while a word is chosen in its place.
    While a slider is dragged the browser sends the event `lossviz:knob`; Python hears of its release. What comes from
    the browser is checked by each `Param`; a value that it refuses leaves the old one.
    """
    told = st.session_state.get(_place(key))
    current = reported(params, values, owner=owner, key=key)
    data = {
        "owner": owner,
        "params": [_described(param, owner, t) for param in params],
        "values": current,
        "bounds": {name: [bound, hint] for name, (bound, hint) in bounds.items()},
        "rests": dict(rests or {}),
        "hidden": sorted(hidden),
        "words": {"more": t("control.more")},
        "heard": told.get("turn") if isinstance(told, Mapping) else None,
    }
    if panel is not None:
        data["panel"] = panel
    _mount(key=key, data=data, on_values_change=lambda: _heard(key))
    # Only now: a newer report may interrupt the run of the page up to here, and this one must not be lost with it.
    st.session_state.pop(_place(key), None)
    return current


def reported(params: Sequence[Param], values: Mapping[str, Knob], *, owner: str, key: str) -> dict[str, Knob]:
    """What `knobs` of this key is about to give back, for whoever must know it before they are drawn."""
    return _accepted(params, values, st.session_state.get(_place(key)), owner)


def _place(key: str) -> str:
    return f"{key}.told"


def _heard(key: str) -> None:
    """Keeps a report for the next call: it is news once, and no news in any later run of the page."""
    state = st.session_state.get(key)
    st.session_state[_place(key)] = state.get("values") if isinstance(state, Mapping) else None


def _accepted(params: Sequence[Param], values: Mapping[str, Knob], told: object, owner: str) -> dict[str, Knob]:
    """`values` with those of the report that are allowed; a report about another loss is void."""
    kept = dict(values)
    if not isinstance(told, Mapping) or told.get("owner") != owner or not isinstance(told.get("values"), Mapping):
        return kept
    for param in params:
        if param.name in kept and param.name in told["values"]:
            try:
                kept[param.name] = param.check(told["values"][param.name], owner)
            except Refusal:
                continue
    return kept


def _described(param: Param, owner: str, t: Translator) -> dict[str, Any]:
    common = {
        "name": param.name,
        "label": t.name(param.label),
        "help": t.name(param.help),
        "where": param.where,
        "kind": type(param).__name__.lower(),
    }
    match param:
        case Real() | Integer():
            return {**common, **_numeric(param, owner, t)}
        case Choice():
            named = [{"value": choice, "label": t.name(name)} for choice, name in param.names.items()]
            return {**common, "choices": named, "row": param.row}
        case Toggle():
            return common
    raise TypeError(param)


def _numeric(param: Real | Integer, owner: str, t: Translator) -> dict[str, Any]:
    real = isinstance(param, Real)
    words = param.words if isinstance(param, Real) else ()
    return {
        "low": param.low,
        "high": param.high,
        "step": param.step,
        "unit": param.unit if isinstance(param, Real) else "",
        "above": isinstance(param, Real) and param.above,
        "log": param.log,
        "words": [{"value": word, "label": t.name(word)} for word in words],
        "fallback": param.default if not isinstance(param.default, str) else param.low,
        "refusals": _refusals(
            param, owner, t, ("number", "above", "range") if real else ("integer", "number", "range")
        ),
    }


def _refusals(param: Real | Integer, owner: str, t: Translator, codes: tuple[str, ...]) -> dict[str, str]:
    """The sentences with which the browser refuses what was typed; {value} is left for it to fill."""
    unit = f"\u00a0{param.unit}" if isinstance(param, Real) and param.unit else ""
    low, high = number(param.low), number(param.high)
    return {c: t(f"refuse.{c}", owner=owner, knob=param.noun, low=low, high=high, unit=unit) for c in codes}
