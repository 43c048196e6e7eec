"""Other people's words: a file's name or a csv of class names enters, words that are safe to show leave."""

from __future__ import annotations

import unicodedata

from lossviz import limits
from lossviz.own.table import Table
from lossviz.params import Refusal, shown

HEADER = ["id", "name"]
LONGEST_FILE = 80


def is_names(table: Table) -> bool:
    """Whether this csv file names classes."""
    return [name.lower() for name in table.header] == HEADER


def read(table: Table) -> dict[str, str]:
    """The name of each label, both as text. Raises Refusal for a label that stands twice and names out of bounds."""
    found: dict[str, str] = {}
    for row, (id, name) in table.rows():
        if id.strip() in found:
            raise Refusal("own.name_twice", file=table.file, row=row, value=shown(id))
        found[id.strip()] = one(name, table.file, row)
        if len(found) > limits.MOST_ROWS:
            raise Refusal("own.rows_many", file=table.file, n=len(found), limit=limits.MOST_ROWS)
    if not found:
        raise Refusal("refuse.upload_empty", file=table.file)
    return found


def one(name: str, file: str, row: int) -> str:
    """A class name as it is shown. Raises Refusal for an empty or a long one."""
    short = clean(name[: 2 * limits.LONGEST_NAME])
    if not short or len(name) > limits.LONGEST_NAME:
        raise Refusal("own.name_long", file=file, row=row, limit=limits.LONGEST_NAME, n=len(name))
    return short


def clean(text: str) -> str:
    """One line without signs that steer a screen: control signs and those that turn the direction of writing."""
    normal = unicodedata.normalize("NFC", text)
    return " ".join("".join(sign for sign in normal if sign.isspace() or unicodedata.category(sign)[0] != "C").split())


def file_name(name: str) -> str:
    """What an uploaded file is called on screen, 1 … 80 signs; it never becomes a path."""
    return shown(clean(name[:1000]).replace("{", "(").replace("}", ")"), LONGEST_FILE) or "?"
