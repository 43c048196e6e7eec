"""Draw a digit: what the pad reports enters, checked; the digit that the stage draws as a star leaves."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Mapping

import streamlit as st

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs import hub
from lossviz.runs.drawings import PIXELS
from lossviz.text import Translator
from lossviz.ui import training
from lossviz.ui.component import mounting
from lossviz.ui.desk import Desk
from lossviz.ui.escape import md
from lossviz.ui.stage import Drawn
from lossviz.ui.training import Shown
from lossviz.web.guard import Bucket, Rate

KEY = "pad"
DRAWN, TURN, BUCKET = "pad.drawn", "pad.turn", "pad.rate"
WRITTEN = 4 * math.ceil(PIXELS / 3)


_mount = mounting("pad", js="pad.js", css=lambda: "pad.css")


def draw(desk: Desk, picture: Shown, t: Translator) -> None:
    """The pad, folded; why a drawing was refused; and where the run has no weights the offer to train it."""
    with st.expander(t("control.draw"), icon=":material/draw:"):
        refusal = pad(t)
        if refusal is not None:
            st.error(md(t(refusal.code, **refusal.fields)), icon=":material/error:")
        if drawn() is not None and not picture.drawn.live and not hub().looks.keyframes.of(picture.drawn):
            st.markdown(t("touch.no_weights"))
            key = picture.drawn.key
            st.button(
                t("touch.train_run"), key="train_drawn", icon=":material/model_training:",
                on_click=training.anew, args=(desk, key),
            )  # fmt: skip


def pad(t: Translator) -> Refusal | None:
    """Mounts the pad and keeps what it reports; why that is refused, if it is."""
    return _take(_mounted(t))


def drawn() -> Drawn | None:
    """The digit of this visit; it stays until it is cleared."""
    kept: Drawn | None = st.session_state.get(DRAWN)
    return kept


def _mounted(t: Translator) -> object:
    kept = drawn()
    words = {"pad": "touch.pad", "hint": "touch.hint", "undo": "touch.undo", "clear": "control.clear"}
    data = {"words": {name: t(key) for name, key in words.items()}, "pixels": kept.pixels if kept else ""}
    return _mount(key=KEY, data=data, on_drawn_change=_heard).get("drawn")


def _heard() -> None:
    """Streamlit passes on a state only if somebody listens; the page runs again anyway."""


def _take(told: object) -> Refusal | None:
    """Keeps what the pad reports, each report once; why it is refused, if it is."""
    if not isinstance(told, Mapping) or told.get("turn") == st.session_state.get(TURN):
        return None
    st.session_state[TURN] = told.get("turn")
    if told.get("pixels") == "":
        st.session_state[DRAWN] = None
        return None
    try:
        st.session_state[DRAWN] = _checked(told.get("pixels"))
    except Refusal as refusal:
        return refusal
    return None


def _checked(written: object) -> Drawn:
    """A reported digit, known to the hub. Raises Refusal."""
    bucket = st.session_state.setdefault(BUCKET, Bucket(Rate(limits.DRAWING_RATE, limits.DRAWING_BURST)))
    if wait := bucket.delay():
        raise Refusal("touch.too_fast", seconds=math.ceil(wait))
    pixels = _decoded(written)
    return Drawn(digest=hub().drawings.keep(pixels), pixels=base64.b64encode(pixels).decode())


def _decoded(written: object) -> bytes:
    """The bytes of base64 text; what is none has no bytes, and of longer text not all are read."""
    if not isinstance(written, str):
        return b""
    try:
        return base64.b64decode(written[: WRITTEN + 4], validate=True)
    except (binascii.Error, ValueError):
        return b""
