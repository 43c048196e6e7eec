"""One stage, told what to show by the address: ?tapes=cosine-0,linear-0 or ?live=cosine-1&hz=20, ?lang, ?compact."""

import streamlit as st
import synthetic

from lossviz.text import translator
from lossviz.ui.stage import Panel, stage

st.set_page_config(layout="wide")
st.html(
    "<style>.stMainBlockContainer{max-width:none;padding:4.5rem 2rem 2rem}"
    "@media (max-width:640px){.stMainBlockContainer{padding:4rem 1rem}}</style>"
)
query = st.query_params
t = translator(query.get("lang", "en"))
source = st.session_state.setdefault("live", query.get("live", ""))
if st.button("Train"):
    source = st.session_state["live"] = query.get("train", "cosine-7?hz=20")

if source:
    shown = [Panel(title="ArcFace", key=synthetic.key(source.split("?")[0]), live_url=f"lv/run/{source}")]
else:
    names = query.get("tapes", "cosine-0").split(",")
    changes = {name: synthetic.CHANGES if name.startswith("fork") else () for name in names}
    shown = [
        Panel(title=name, key=synthetic.key(name), tape_url=f"lv/tape/{name}", changes=changes[name]) for name in names
    ]
with st.container(key="picture", width=int(query["width"]) if "width" in query else "stretch"):
    ended = stage(shown, key="stage", t=t, compact="compact" in query)
st.text(f"ended: {ended}")
