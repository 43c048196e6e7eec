"""The last part of a page's address enters, the scripts of its components leave, with all that these import.

Named in the page's head they come while Streamlit's own are compiled. Found one after another, each by its importer,
they would take eight ways to the server and back, and begin only when the page's controls stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

HOME = Path(__file__).parent / "js"
IMPORTED = re.compile(r"""^(?:import|export|\}).*?['"](\.{1,2}/[^'"]+)['"];?$""", re.MULTILINE)
BOARDS = (
    "margins",
    "scale",
    "circle",
    "unified",
    "triplets",
    "noise",
    "imbalance",
    "openset",
    "projections",
    "classic",
)

ENTRIES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "": (("stage", "stage.js"),),
    "lessons": (("stage", "stage.js"),),
    "train": (("stage", "stage.js"), ("knobs", "knobs.js"), ("pad", "pad.js")),
    "compare": (("stage", "stage.js"),),
    **{name: (("board", "board/board.js"), ("board", f"board/{name}.js"), ("knobs", "knobs.js")) for name in BOARDS},
}
"""Components and their first scripts, by the last part of a page's address."""


def tags() -> dict[str, bytes]:
    """What the head of each page that has components says."""
    return {page: b"".join(map(tag, scripts(page))) for page in ENTRIES}


def tag(address: str) -> bytes:
    """The tag that has the browser fetch a script below the app's root; every page lies one step below it.

    After what Streamlit asks itself, which must not wait behind forty scripts.
    """
    return f'<link rel="modulepreload" fetchpriority="low" href="./{address}">\n    '.encode()


def scripts(page: str) -> list[str]:
    """Addresses below the app's root of all scripts that this page imports."""
    own = [(component, file) for component, first in ENTRIES[page] for file in closure(first)]
    return [f"_stcore/bidi-components/lossviz.{component}/{file}" for component, file in dict.fromkeys(own)]


@cache
def closure(first: str) -> tuple[str, ...]:
    """A script and all that it imports when it is loaded, as paths in the components' folder."""
    found: dict[str, None] = {}
    waiting = [first]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = None
            waiting += imports(file)
    return tuple(found)


def imports(file: str) -> Iterator[str]:
    """What a script imports itself."""
    for written in IMPORTED.findall((HOME / file).read_text(encoding="utf-8")):
        yield normpath(join(dirname(file), written))
