"""The front door: `streamlit run app.py` finds `app` here; every page begins in lossviz/ui/entry.py."""

from pathlib import Path

import streamlit as st
from streamlit import config

from lossviz import web
from lossviz.runs import hub

HERE = Path(__file__).resolve().parent
PAGE = Path(st.__file__).parent / "static" / "index.html"

trust = web.Trust(
    hosts=config.get_option("server.allowedHosts"),
    origins=config.get_option("server.corsAllowedOrigins"),
    any_origin=not config.get_option("server.enableCORS"),
)
app = st.App(
    HERE / "lossviz" / "ui" / "entry.py",
    routes=web.routes(hub(), trust, config.get_option("server.baseUrlPath")),
    middleware=web.middleware(PAGE.read_bytes()),
    lifespan=web.lifespan(hub()),
)
