"""A page as Streamlit runs it: its file and the settings of a link enter, the page as it opens leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from lossviz.ui.places import PAGES

ENTRY = PAGES.parent / "lossviz" / "ui" / "entry.py"


def opened(page: Path, **link: str) -> AppTest:
    at = AppTest.from_file(str(ENTRY), default_timeout=30)
    for name, value in link.items():
        at.query_params[name] = value
    at.switch_page(str(page)).run()
    assert not at.exception
    return at


def handed(at: AppTest, name: str) -> dict[str, Any]:
    """What the component that has this field was handed."""
    mounted = [json.loads(element.proto.json)[0] for element in at.get("bidi_component")]
    found: dict[str, Any] = next(data for data in mounted if name in data)
    return found
