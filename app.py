"""The front door: `streamlit run app.py` finds `app` here; every page begins in lossviz/ui/entry.py."""

import sys
from pathlib import Path

import streamlit as st
from streamlit import config

from lossviz import web
from lossviz.params import Refusal
from lossviz.runs import hub
from lossviz.ui import mishap

HERE = Path(__file__).resolve().parent
PAGE = Path(st.__file__).parent / "static" / "index.html"

try:
    runs = hub()
except Refusal as refusal:
    sys.exit(str(refusal))

trust = web.Trust(
    hosts=config.get_option("server.allowedHosts"),
    origins=config.get_option("server.corsAllowedOrigins"),
    any_origin=not config.get_option("server.enableCORS"),
)
app = st.App(
    HERE / "lossviz" / "ui" / "entry.py",
    routes=web.routes(runs, trust, config.get_option("server.baseUrlPath")),
    middleware=web.middleware(PAGE.read_bytes()),
    lifespan=web.lifespan(runs),
    on_script_error=mishap.tell,
)
