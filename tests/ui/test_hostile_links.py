"""Links that were written to break the page: each opens it, starts nothing, and what it says is cut and literal."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest
from test_pages import ENTRY

from lossviz.runs import hub
from lossviz.ui.places import PAGES
from lossviz.web.visitor import NOBODY

GONE = "own-" + "0" * 32
NOTICED = (
    "loss=", "loss=nope", "loss=" + "A" * 9000, "lr=abc", "lr=1e309", "lr=nan", "lr=-0", "batch_size=1e3",
    "batch_size=99999999999999999999", "batch_size=١٢٨", "batch_size=1_000", "batch_size=%00", "seed=-1",
    "epochs=1000000", "autostart=1", "run=../../etc/passwd", "run=%2e%2e%2f", "run=0123456789abcdef",
    f"data={GONE}", "data=own-../../etc/passwd", f"points={GONE}",
    "name=<img src=x onerror=alert(1)>", "name=![x](http://evil.example/q.png)", "&".join(f"x={i}" for i in range(500)),
    "%ff%fe=1", "url=http://169.254.169.254/", "class=0&class=-1&class=10&class=a",
)  # fmt: skip

QUIET = ("dim=2&dim=3", "embed=true&embed_options=show_toolbar")


def opened(query: str) -> AppTest:
    at = AppTest.from_file(str(ENTRY), default_timeout=60)
    for name, values in parse_qs(query, keep_blank_values=True, errors="replace").items():
        at.query_params[name] = values
    at.switch_page(str(PAGES / "train.py")).run()
    return at


@pytest.mark.parametrize("query", [*NOTICED, *QUIET], ids=lambda q: q[:24])
def test_a_hostile_link_opens_the_page_and_starts_nothing(query: str) -> None:
    at = opened(query)
    assert not at.exception
    assert not at.error
    assert at.button(key="train") is not None
    assert hub().runs_of(NOBODY) == []
    notices = [info.value for info in at.info]
    assert bool(notices) or query not in NOTICED
    assert all(len(notice) < 2000 and "![x](" not in notice for notice in notices)
