"""Over the panels of the compare page: the bench enters; its tools and the row of losses with their settings leave."""

from __future__ import annotations

import math

import streamlit as st

from lossviz import catalog
from lossviz.catalog.comparison import FEWEST, MOST, from_link, to_link
from lossviz.catalog.presets import PRESETS, Preset
from lossviz.catalog.resolve import SIZES
from lossviz.params import Choice
from lossviz.recipe import Recipe
from lossviz.text import Translator
from lossviz.ui import compare_keep, controls, downloading, room
from lossviz.ui.comparing import OPTIONS, Bench
from lossviz.ui.findings import knob_numbers
from lossviz.ui.knobs import knobs
from lossviz.ui.picture import legend

PRESET = "preset"


def tools(bench: Bench, t: Translator) -> None:
    """Papers' comparisons, shared settings, one loss more, how panels are shown, what to keep, the button to train."""
    with st.container(key="tools", horizontal=True, vertical_alignment="center", gap="small"):
        _presets(bench, t)
        with st.popover(t("compare.same_start"), icon=":material/tune:"):
            _shared(bench, t)
        if len(bench.comparison.sides) < MOST:
            st.button(t("control.add_loss"), icon=":material/add:", key="add_side", on_click=bench.add)
        _option(bench, "axes", "shared", t)
        _option(bench, "clock", "slowest", t)
        compare_keep.keep(bench, t)
        st.space("stretch")
        _buttons(bench, t)


def _presets(bench: Bench, t: Translator) -> None:
    now = to_link(bench.comparison)
    known = {preset.id: preset for preset in PRESETS}
    chosen = next((preset.id for preset in PRESETS if to_link(from_link(preset.link)[0]) == now), None)
    st.session_state[PRESET] = chosen
    st.selectbox(
        t("compare.comparison"),
        list(known),
        format_func=lambda id: t(f"preset.{id}"),
        key=PRESET,
        index=None,
        placeholder=t("compare.own_choice"),
        help=None if chosen is None else known[chosen].paper,
        on_change=lambda: _choose(bench, known.get(st.session_state[PRESET])),
        label_visibility="collapsed",
        width=300,
    )


def _choose(bench: Bench, preset: Preset | None) -> None:
    if preset is not None:
        bench.choose(from_link(preset.link)[0])


def _shared(bench: Bench, t: Translator) -> None:
    st.caption(t("compare.same_start_help"))
    sampler = bench.recipe.sampler
    batches = () if bench.comparison.needing else ("sampler",)
    names = ["data", "dim", *controls.NETWORK, "optimiser", "weight_decay", *batches, *SIZES[sampler], "roll",
             "epochs", "seed"]  # fmt: skip
    controls.grid(names, bench, t)


def _option(bench: Bench, name: str, on: str, t: Translator) -> None:
    key = f"option.{name}"
    st.session_state[key] = bench.options[name] == on

    def turned() -> None:
        off = next(choice for choice in OPTIONS[name].choices if choice != on)
        bench.options[name] = on if st.session_state[key] else off

    st.toggle(t(f"compare.{name}"), key=key, help=t(f"compare.{name}_help"), on_change=turned)


def _buttons(bench: Bench, t: Translator) -> None:
    if downloading.lacking(bench.recipe):
        downloading.draw(bench, t)
        return
    live, missing = bench.live(), bench.missing()
    if live:
        st.button(t("control.stop"), type="primary", icon=":material/stop:", key="stop", on_click=bench.stop)
    elif missing:
        label = t("compare.train_one") if len(missing) == 1 else t("compare.train", n=len(missing))
        seconds = math.ceil(sum(catalog.cpu_seconds(recipe) for recipe in missing))
        st.button(label, type="primary", icon=":material/model_training:", key="train", on_click=bench.train,
                  help=t("compare.train_help", seconds=seconds))  # fmt: skip
    else:
        seed = bench.next_seed()
        st.button(t("compare.train_seed", seed=seed), type="primary", icon=":material/model_training:", key="train",
                  on_click=bench.train_seed, args=(seed,))  # fmt: skip


def sides(bench: Bench, t: Translator) -> None:
    """A select box over each panel, with the loss's own settings beside it; what badges stand for where it is words."""
    with st.container(key="sides"):  # a caption that comes and goes in here does not move the stage
        for at, column in enumerate(st.columns(len(bench.comparison.sides), gap="small")):
            with column, st.container(key=f"side_{at}", horizontal=True, wrap=False, gap="small"):
                _loss(bench, at, t)
                _own(bench, at, t)
        for names in dict.fromkeys(legend(seen.run.recipe, t) for seen in bench.seen()):
            if names:
                st.caption(names)


def _loss(bench: Bench, at: int, t: Translator) -> None:
    key, entries = f"side_loss_{at}", catalog.losses()
    st.session_state[key] = bench.comparison.sides[at]["loss"]
    st.selectbox(
        t("control.loss"),
        list(entries),
        format_func=lambda id: t.name(entries[id].name),
        key=key,
        on_change=lambda: bench.turn(at, loss=st.session_state[key]),
        label_visibility="collapsed",
    )


def _own(bench: Bench, at: int, t: Translator) -> None:
    recipe = bench.comparison.recipes[at]
    entry = catalog.losses()[recipe.loss]
    with st.popover(_short(recipe, t), icon=":material/tune:"):
        now = dict(recipe.knobs)
        bounds = room.hints(recipe, t)
        turned = knobs(entry.params, now, owner=entry.name, bounds=bounds, key=f"knobs_{at}", panel=at, t=t)
        if turned != now:
            bench.turn(at, **turned)
            st.rerun()  # the button of this popover names the values
        _rate(bench, at, recipe, t)
        if len(bench.comparison.sides) > FEWEST:
            st.button(t("compare.remove"), icon=":material/close:", key=f"drop_{at}", on_click=bench.drop, args=(at,))


def _short(recipe: Recipe, t: Translator) -> str:
    """ "m 0.30 · s 16": the knobs in sight of a loss; what they are called where it has none."""
    numbers = knob_numbers(recipe)
    named = [
        f"{p.label.split()[-1]} {numbers[p.name]}"
        for p in catalog.losses()[recipe.loss].params
        if p.where == "panel" and not isinstance(p, Choice) and not isinstance(recipe.knobs[p.name], bool)
    ]
    return " · ".join(named[:2]) or t("compare.settings")


def _rate(bench: Bench, at: int, recipe: Recipe, t: Translator) -> None:
    key, param = f"side_lr_{at}", catalog.fields()["lr"]
    st.session_state[key] = param.write(recipe.lr)
    st.text_input(t.name(param.label), key=key, on_change=lambda: bench.turn_rate(at, st.session_state[key]))
