"""The scripts that a page's head names: all that its components import, and no other."""

from __future__ import annotations

import re

import pytest

from lossviz.ui import preload
from lossviz.ui.places import PAGES

STATIC = re.compile(r"(?:from|import) '([^']+)'")


@pytest.mark.parametrize("page", preload.ENTRIES)
def test_each_of_them_is_a_file_named_once(page: str) -> None:
    names = [address.split("/", 3)[2:] for address in preload.scripts(page)]
    assert all((preload.HOME / file).is_file() for _, file in names)
    assert len({tuple(name) for name in names}) == len(names) > 20


def test_nothing_that_a_script_imports_is_overlooked() -> None:
    for file in preload.HOME.rglob("*.js"):
        name = file.relative_to(preload.HOME).as_posix()
        written = STATIC.findall(file.read_text())
        assert len(list(preload.imports(name))) == len(written), name


def test_they_are_those_of_imports_of_imports() -> None:
    assert "board/logistic.js" in preload.closure("board/scale.js")  # by way of ownprobability.js
    assert "numbers.js" in preload.closure("board/board.js")  # from the folder above


def test_every_page_that_is_named_is_there() -> None:
    assert {page for page in preload.ENTRIES if page} <= {file.stem for file in PAGES.glob("*.py")}
