"""Where lossviz keeps things: the environment enters, folders leave."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Where runs are kept: LOSSVIZ_HOME, else the user's data folder."""
    return Path(os.environ.get("LOSSVIZ_HOME") or platformdirs.user_data_path("lossviz", appauthor=False))


def data() -> Path:
    """Where data sets lie that are no part of the app: LOSSVIZ_DATA, else `data` in `home()`."""
    return Path(os.environ.get("LOSSVIZ_DATA") or home() / "data")
