"""A pad beside a stage with one recorded run; shows what Python has of the drawn digit."""

import streamlit as st
import synthetic

from lossviz.text import translator
from lossviz.ui import pad
from lossviz.ui.stage import Panel, stage

st.set_page_config(layout="wide")
t = translator(st.query_params.get("lang", "en"))
picture, panel = st.columns([3, 1])
with panel:
    refused = pad.pad(t)
    kept = pad.drawn()
    st.text(f"refused: {refused}")
    st.text(f"pixels: {kept.pixels if kept else ''}")
with picture:
    shown = Panel(title="ArcFace", key=synthetic.key("linear-0"), tape_url="lv/tape/linear-0")
    stage([shown], key="stage", t=t, drawn=kept)
