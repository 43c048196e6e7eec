"""The reference of losses: an entry of the catalogue enters, map, list, article and picture leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import streamlit as st

from lossviz import catalog
from lossviz.catalog import LossEntry
from lossviz.catalog.comparison import link_of
from lossviz.figures import family
from lossviz.params import Choice, Param, Refusal, Toggle
from lossviz.text import Translator
from lossviz.ui import formula
from lossviz.ui.escape import md
from lossviz.ui.findings import look_at
from lossviz.ui.language import IN_LINK
from lossviz.ui.layout import Finding
from lossviz.ui.listing import listing
from lossviz.ui.picture import panel_of
from lossviz.ui.places import COMPARE, TRAIN
from lossviz.ui.reveal import clicked, reveal
from lossviz.ui.stage import stage
from lossviz.ui.style import theme
from lossviz.ui.training import recording

LOSS, MAP, SEARCH, PICK = "loss", "losses_map", "losses_search", "losses_pick"
USUAL = "arcface"
LIST_WIDTH, ASIDE_WIDTH = 240, 280


def asked(t: Translator) -> tuple[LossEntry, list[Finding]]:
    """The loss that the link names, and what to say about a link that names none."""
    written = st.query_params.get(LOSS, USUAL)
    try:
        return catalog.losses()[catalog.fields()[LOSS].parse(written, "Recipe")], []
    except Refusal as refusal:
        usual = catalog.losses()[USUAL]
        sentence = t("train.shows", sentence=md(t(refusal.code, **refusal.fields)), value=usual.name)
        return usual, [Finding("info", sentence)]


def family_map(entry: LossEntry, t: Translator) -> None:
    """Who becomes whom; a click on a name opens it."""
    entries = catalog.losses().values()
    names = {e.name: t.name(e.name) for e in entries}
    figure = family.drawn(family.family(entries), entry.id, names, theme())
    with st.container(key="losses_map_frame"):
        st.plotly_chart(
            figure,
            key=MAP,
            theme=None,
            on_select=_map_clicked,
            selection_mode="points",
            config={"displayModeBar": False},
        )
    st.caption(t("losses.map"))
    reveal("reference")


def _map_clicked() -> None:
    points = st.session_state[MAP].selection.points
    if points:
        _open(str(points[0]["customdata"]))
        clicked()


def _open(id: str) -> None:
    if id in catalog.losses():
        st.query_params[LOSS] = id


def listed(entry: LossEntry, t: Translator) -> None:
    """The list by family, narrowed by the search; on a phone one select box in its place."""
    with st.container(key="losses_narrow"):
        st.session_state[PICK] = entry.id
        ids = list(catalog.losses())
        st.selectbox(t("control.loss"), ids, format_func=lambda id: t.name(catalog.losses()[id].name), key=PICK,
                     on_change=lambda: _open(st.session_state[PICK]))  # fmt: skip
    with st.container(key="losses_wide"):
        words = st.text_input(t("losses.search"), key=SEARCH, placeholder=t("losses.search"),
                              label_visibility="collapsed", icon=":material/search:")  # fmt: skip
        found = [e for e in catalog.losses().values() if matches(e, words, t)]
        for group in ("class", "centre", "pair"):
            _group(group, [e for e in found if e.family == group], entry, t)
        if not found:
            st.caption(t("losses.none", words=md(words)))


def matches(entry: LossEntry, words: str, t: Translator) -> bool:
    """Whether every word stands somewhere in what the entry says, in the reader's language or in English."""
    knobs = [word for param in entry.params for word in (param.label, param.help)]
    told = (entry.name, entry.look_at, entry.live.adaptation, entry.in_the_plane, *entry.pitfalls, *knobs)
    text = " ".join([entry.id, *entry.also, entry.paper.title, *told, *(t.name(s) for s in told if s)]).lower()
    return all(word in text for word in words.lower().split())


def _group(group: str, entries: Iterable[LossEntry], chosen: LossEntry, t: Translator) -> None:
    entries = list(entries)
    if not entries:
        return
    st.caption(t(f"losses.{group}"))
    for entry in entries:
        kind: Literal["secondary", "tertiary"] = "secondary" if entry.id == chosen.id else "tertiary"
        st.button(t.name(entry.name), type=kind, key=f"open_{entry.id}", on_click=_open, args=(entry.id,))


def article(entry: LossEntry, t: Translator) -> None:
    """Everything about one loss, in the order in which one reads it."""
    recipe = catalog.resolve(loss=entry.id)
    st.header(t.name(entry.name), anchor=False)
    if entry.also:
        st.caption(t("losses.also", names=", ".join(entry.also)))
    st.markdown(look_at(recipe, None, t))
    st.latex(entry.formula)
    if numbers := formula.filled(recipe):
        st.markdown(t("train.with_numbers", numbers=formula.in_sight(recipe)))
        st.latex(numbers)
    st.subheader(t("losses.settings"), anchor=False)
    st.markdown(knob_table(entry, t))
    if entry.live.adaptation:
        st.caption(t("train.adapted", adaptation=entry.live.adaptation))
    _gradient_and_faults(entry, t)
    _relatives(entry, t)
    _source(entry, t)


def _gradient_and_faults(entry: LossEntry, t: Translator) -> None:
    if entry.gradient:
        st.subheader(t("losses.gradient"), anchor=False)
        st.latex(entry.gradient)
    faults = [*entry.pitfalls, *([entry.in_the_plane] if entry.in_the_plane else [])]
    if faults:
        st.subheader(t("losses.pitfalls"), anchor=False)
        st.markdown("\n".join(f"- {t.name(fault)}" for fault in faults))


def _relatives(entry: LossEntry, t: Translator) -> None:
    """Which losses this one becomes, and which become it."""
    every = catalog.losses()
    becomes = [(every[other], when, "becomes") for other, when in entry.becomes if other in every]
    comes = [(e, when, "comes_from") for e in every.values() for other, when in e.becomes if other == entry.id]
    if not becomes and not comes:
        return
    st.subheader(t("losses.relatives"), anchor=False)
    lines = [t(f"losses.{how}", name=t.name(other.name), when=f"${when}$") for other, when, how in [*becomes, *comes]]
    st.markdown("\n".join(f"- {line}" for line in lines))


def _source(entry: LossEntry, t: Translator) -> None:
    st.subheader(t("control.paper"), anchor=False)
    paper = entry.paper
    st.markdown(f"[{paper.title}]({paper.url})" if paper.url else paper.title)
    st.subheader(t("control.code"), anchor=False)
    found = listing(entry.code, entry.id)
    st.caption(md(found.file))
    st.code(found.code, language="python")


def knob_table(entry: LossEntry, t: Translator) -> str:
    """The knobs as a Markdown table: name, published value, live value, range, what it does."""
    heads = [t(f"losses.{head}") for head in ("setting", "published", "live", "range", "does")]
    rows = [_row(param, entry, t) for param in entry.params]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _row(param: Param, entry: LossEntry, t: Translator) -> list[str]:
    live = entry.live.knobs.get(param.name, param.default)
    values = [_said(param, value, t) for value in (param.default, live)]
    return [md(t.name(param.label)), values[0], f"**{values[1]}**" if values[1] != values[0] else values[1],
            _range(param, t), md(t.name(param.help)) if param.help else ""]  # fmt: skip


def _said(param: Param, value: Any, t: Translator) -> str:
    if isinstance(param, Toggle):
        return t("losses.on" if value else "losses.off")
    if isinstance(param, Choice):
        return md(t.name(param.names[value]))
    return md(param.write(value))


def _range(param: Param, t: Translator) -> str:
    if isinstance(param, Toggle):
        return f"{t('losses.on')}, {t('losses.off')}"
    if isinstance(param, Choice):
        return md(", ".join(t.name(name) for name in param.names.values()))
    return md(param.allowed())


def aside(entry: LossEntry, t: Translator) -> None:
    """The picture of its recorded run, and the ways to training and comparing it."""
    run = recording(entry.id)
    if run.recipe.loss == entry.id:
        stage([panel_of(run, t)], key="thumbnail", t=t, compact=True)
    link = {"loss": entry.id, IN_LINK: t.language}
    st.page_link(TRAIN, label=t("control.train_it"), icon=":material/model_training:", query_params=link)
    beside = {**link_of(catalog.resolve(loss=entry.id)), IN_LINK: t.language}
    st.page_link(COMPARE, label=t("control.compare_it"), icon=":material/compare:", query_params=beside)
