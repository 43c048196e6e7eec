"""The front door: `streamlit run app.py` finds `app` here; every page begins in lossviz/ui/entry.py."""

import sys
from pathlib import Path

import streamlit as st
from streamlit import config
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from lossviz import web
from lossviz.params import Refusal
from lossviz.runs import hub
from lossviz.ui import mishap, preload

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


def files_held(session: str) -> int:
    """How many uploaded files Streamlit keeps for a page."""
    kept = Runtime.instance().uploaded_file_mgr
    return len(kept.file_storage.get(session, ())) if isinstance(kept, MemoryUploadedFileManager) else 0


app = st.App(
    HERE / "lossviz" / "ui" / "entry.py",
    routes=web.routes(runs, trust, config.get_option("server.baseUrlPath")),
    middleware=web.middleware(PAGE.read_bytes(), files_held, preload.tags()),
    lifespan=web.lifespan(runs),
    on_script_error=mishap.tell,
)
