"""Knobs beside a stage: ?loss=arcface or another; shows what Python has of them."""

import streamlit as st

from lossviz import catalog
from lossviz.text import translator
from lossviz.ui.knobs import knobs
from lossviz.ui.stage import Panel, stage

st.set_page_config(layout="wide")
t = translator(st.query_params.get("lang", "en"))
loss = st.selectbox(
    "Loss", list(catalog.losses()), index=list(catalog.losses()).index(st.query_params.get("loss", "arcface"))
)
entry = catalog.losses()[loss]
values = st.session_state.setdefault(loss, {p.name: entry.live.knobs.get(p.name, p.default) for p in entry.params})
if st.button("Set m to 0.7"):
    values["m"] = 0.7
picture, panel = st.columns([3, 1])
with panel:
    bounds = {"m": (0.63, "Ten classes in 2-D leave room up to 0.63.")} if "m" in values else {}
    values.update(knobs(entry.params, values, owner=entry.name, bounds=bounds, key="knobs", t=t))
    st.json(values)
with picture:
    stage([Panel(title="ArcFace", key="0" * 32, tape_url="lv/tape/cosine-0")], key="stage", t=t)
