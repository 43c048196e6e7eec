"""Style sheets of the components: names of files enter, one sheet leaves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

SCRIPTS = Path(__file__).parent / "js"
STAGE = ("bar.css", "cards.css", "stage.css", "together.css")
"""The stage's sheets; of two rules of equal weight the later one counts."""


@cache
def sheet(*names: str) -> str:
    """The sheets one after another, as one text.

    >>> sheet("bar.css").startswith("/*")
    True
    """
    return "\n".join((SCRIPTS / name).read_text("utf-8") for name in names)
