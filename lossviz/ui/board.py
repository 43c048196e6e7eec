"""A page that trains nothing: its settings enter as a link or by hand; figures that answer at once leave."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from lossviz.params import Param, Refusal, shown
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.text.translator import ENGLISH, sentences
from lossviz.ui import address, language, layout
from lossviz.ui.boards.several import Several, chosen
from lossviz.ui.component import mounting
from lossviz.ui.corner import copy_link
from lossviz.ui.escape import md
from lossviz.ui.knobs import knobs, reported
from lossviz.ui.layout import Finding, Slots
from lossviz.ui.sheets import sheet

Bounds = Mapping[str, tuple[float, str]]

WORDS = {
    "download": "board.download",
    "reset": "board.reset",
    "play": "control.play",
    "pause": "control.pause",
    "next": "control.next_frame",
    "timeline": "control.timeline",
}
"""What every board says, and the key of each sentence."""


@dataclass(frozen=True)
class Board:
    """One page's board. `id`: its words' prefix and its JavaScript module, ui/js/board/<id>.js.

    `owner` stands in refusals, English as in a catalogue. `params`: everything that a link can set; those named in
    `dragged` are set in the picture, the others by knobs in the panel; those in `both` are dragged and have a knob too.
    """

    id: str
    owner: str
    params: tuple[Param, ...]
    dragged: frozenset[str] = field(default_factory=frozenset)
    both: frozenset[str] = field(default_factory=frozenset)

    @property
    def turned(self) -> list[Param]:
        """The settings that have a knob."""
        return [param for param in self.params if param.name not in self.dragged]

    @property
    def defaults(self) -> dict[str, Knob]:
        """Every setting as the page opens."""
        return {param.name: param.default for param in self.params}


_mount = mounting("board", js="board/board.js", css=lambda: sheet("bar.css", "board/board.css"))


def read(board: Board, link: Mapping[str, str]) -> tuple[dict[str, Knob], list[Refusal]]:
    """The settings of a link, with defaults for what is refused, and the refusals."""
    known = {param.name: param for param in board.params}
    values, refusals = board.defaults, []
    for name, written in link.items():
        try:
            if name not in known:
                raise Refusal("notice.link_unknown", name=shown(name))
            values[name] = known[name].parse(written, board.owner)
        except Refusal as refusal:
            refusals.append(refusal)
    return values, refusals


def written(board: Board, values: Mapping[str, Knob]) -> dict[str, str]:
    """The settings that differ from the defaults, as a link writes them."""
    return {p.name: p.write(values[p.name]) for p in board.params if values[p.name] != p.default}


def settings(
    board: Board,
    slots: Slots,
    t: Translator,
    bounds: Callable[[Mapping[str, Knob]], Bounds] = lambda values: {},
    hidden: Callable[[Mapping[str, Knob]], Collection[str]] = lambda values: (),
    rests: Callable[[Mapping[str, Knob]], Mapping[str, float]] = lambda values: {},
) -> dict[str, Knob]:
    """Draws the knobs into the panel; gives back every setting, from the link, the knobs and what was dragged.

    `bounds` gives, for the settings, the values to be marked on sliders and why: {name: (value, hint)}; under a row
    of choices stands the hint alone. `hidden`: settings that the others make pointless. `rests`: what a word
    in the place of a number stands for, where that is known: {name: number}.

    What a link got wrong is told in the banner, with the value that the page shows instead.
    """
    values, refusals = read(board, address.settings_in_bar())
    known = {param.name: param for param in board.params}
    layout.say(slots.banner, [_told(refusal, board, values, t) for refusal in refusals], t)
    turned, key = board.turned, f"{board.id}_knobs"
    values |= reported(turned, {p.name: values[p.name] for p in turned}, owner=board.owner, key=key)
    with slots.panel:
        set_now = knobs(turned, {p.name: values[p.name] for p in turned}, owner=board.owner, bounds=bounds(values),
                        key=key, t=t, hidden=hidden(values), rests=rests(values))  # fmt: skip
        st.button(t("board.defaults"), icon=":material/restart_alt:", key=f"{board.id}_defaults",
                  on_click=_restore)  # fmt: skip
    values |= {name: known[name].check(value, board.owner) for name, value in set_now.items()}
    address.put(written(board, values))
    return values


def _restore() -> None:
    address.put({})


def _told(refusal: Refusal, board: Board, values: Mapping[str, Knob], t: Translator) -> Finding:
    wrong = next((p for p in board.params if p.noun == refusal.fields.get("knob")), None)
    names = {id: t.name(name) for id, name in getattr(wrong, "names", {}).items()}
    fields = {**refusal.fields, **({"choices": ", ".join(names.values())} if "choices" in refusal.fields else {})}
    sentence = md(t(refusal.code, **fields))
    if wrong is None:
        return Finding("info", sentence)
    written = wrong.write(values[wrong.name])
    value = ", ".join(names.get(id, id) for id in (chosen(written) if isinstance(wrong, Several) else [written]))
    return Finding("info", t("train.shows", sentence=sentence, value=md(value)))


def picture(board: Board, values: Mapping[str, Knob], slots: Slots, t: Translator, **given: Any) -> None:
    """Mounts the figures; what is dragged in them comes back through the link. `given`: what else they need to know."""
    told = st.session_state.get(_place(board))
    data = {
        "board": board.id,
        "values": dict(values),
        "given": given,
        "words": words_of(board.id, t),
        "language": t.language,
        "file": board.id,
        "heard": told.get("turn") if isinstance(told, Mapping) else None,
    }
    with slots.picture:
        _mount(key=board.id, data=data, on_values_change=lambda: _dragged(board))


def words_of(id: str, t: Translator) -> dict[str, str]:
    """Every sentence of the board's pictures, `<id>.pic.*`, by its last name; the browser fills its holes."""
    prefix = f"{id}.pic."
    own = {key.removeprefix(prefix): t(key) for key in sentences(ENGLISH) if key.startswith(prefix)}
    return {name: t(key) for name, key in WORDS.items()} | own


def corner(slots: Slots, t: Translator) -> None:
    """The head's right corner: language and link."""
    with slots.actions:
        language.switch(t)
        copy_link(t)


def _place(board: Board) -> str:
    return f"{board.id}.told"


def _dragged(board: Board) -> None:
    """What was dragged goes into the address bar, from which the page then reads it; the rest is not trusted."""
    state = st.session_state.get(board.id)
    told = state.get("values") if isinstance(state, Mapping) else None
    st.session_state[_place(board)] = told
    given = told.get("values") if isinstance(told, Mapping) else None
    if not isinstance(given, Mapping):
        return
    values, _ = read(board, address.settings_in_bar())
    for param in board.params:
        if param.name in board.dragged | board.both and param.name in given:
            try:
                values[param.name] = param.check(given[param.name], board.owner)
            except Refusal:
                continue
    address.put(written(board, values))
