"""The words of the table under compared panels: a translator enters, names and definitions of its columns leave."""

from __future__ import annotations

from typing import Any

from lossviz.text import Translator

COLUMNS = tuple("loss vectors means knn recall_1 recall_5 map own other fisher to_centre apart overlap cpu".split())
"""As in `js/columns.js`."""
PLAIN = ("table", "measured", "curves", "scale", "circle_scale", "sphere_scale", "waits")


def table_words(t: Translator) -> dict[str, Any]:
    """What the browser says under compared panels; {points}, {value} are left for it to fill."""
    columns = {name: [t(f"table.{name}"), t(f"table.{name}_is")] for name in COLUMNS}
    return {**{name: t(f"table.{name}") for name in PLAIN}, "columns": columns}
