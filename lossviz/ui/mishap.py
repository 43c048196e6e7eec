"""When a page fails: the fault enters, goes to the log under a number, and only the number reaches the screen."""

from __future__ import annotations

import logging
import secrets

import streamlit as st

from lossviz.text import ENGLISH, translator
from lossviz.ui.language import CHOSEN

log = logging.getLogger("lossviz")


def tell(fault: Exception) -> bool:
    """Says in one sentence that something went wrong; True, so that Streamlit adds nothing of its own."""
    number = secrets.token_hex(4)
    log.error("Page failed, number %s", number, exc_info=fault)
    st.error(translator(st.session_state.get(CHOSEN, ENGLISH))("notice.error", id=number), icon=":material/error:")
    return True
