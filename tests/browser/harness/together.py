"""Compared runs, told what to show by the address: ?tapes=cosine-0,linear-0 or ?live=cosine-1?hz=9,…, ?axes, ?clock."""

import streamlit as st
import synthetic

from lossviz.text import translator
from lossviz.ui.stage import Panel, Together, stage

st.set_page_config(layout="wide")
query = st.query_params
live = [name for name in query.get("live", "").split(",") if name]
tapes = [] if live else query.get("tapes", "linear-0,islands-0,cosine-0").split(",")
shown = [Panel(title=name, key=synthetic.key(name), tape_url=f"lv/tape/{name}") for name in tapes]
for name in live:
    run = name.split("?")[0]
    shown.append(Panel(title=run, key=synthetic.key(run), live_url=f"lv/run/{name}"))
rules = Together(axes=query.get("axes", "own"), clock=query.get("clock", "slowest"))
stage(shown, key="stage", t=translator(query.get("lang", "en")), together=rules)
