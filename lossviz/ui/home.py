"""The start page's parts: the replay's panels, the way to training, and a card for each loss."""

from __future__ import annotations

import streamlit as st

from lossviz import catalog
from lossviz.catalog import LossEntry
from lossviz.text import Translator
from lossviz.ui.findings import look_at
from lossviz.ui.language import IN_LINK
from lossviz.ui.picture import panel_of
from lossviz.ui.places import TRAIN
from lossviz.ui.stage import Panel
from lossviz.ui.training import recording

REPLAY = ("softmax", "center", "arcface", "triplet_semihard")
CARD_WIDTH = 320


def panels(t: Translator) -> list[Panel]:
    """The recordings of four losses, titled by name."""
    return [panel_of(recording(loss), t) for loss in REPLAY]


def train_button(t: Translator) -> None:
    """To the training page."""
    if st.button(t("home.train"), type="primary", icon=":material/model_training:", key="train_one"):
        st.switch_page(TRAIN)


def cards(t: Translator) -> None:
    """Every loss: its name, what to look at, and the link that opens its page."""
    st.header(t("home.losses"), anchor=False)
    with st.container(horizontal=True, gap="medium", key="cards"):
        for entry in catalog.losses().values():
            _card(entry, t)


def _card(entry: LossEntry, t: Translator) -> None:
    with st.container(border=True, width=CARD_WIDTH, height="stretch", key=f"card_{entry.id}"):
        st.subheader(t.name(entry.name), anchor=False)
        st.markdown(look_at(catalog.resolve(loss=entry.id), None, t))
        st.page_link(
            TRAIN,
            label=t("home.train_it"),
            icon=":material/model_training:",
            query_params={"loss": entry.id, IN_LINK: t.language},
        )
