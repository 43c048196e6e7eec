"""A component of ours: its name and files enter, a function that mounts it with its data leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import streamlit as st


def mounting(name: str, *, js: str, css: Callable[[], str] | None = None) -> Callable[..., Any]:
    """The function that mounts `lossviz.<name>`; `css` gives its style, or the name of the file.

    Its script gets the data in a list: of a dict Streamlit asks whether data frames are in it, and loads pandas for
    that, half a second of a core before the first page and 50 MB in a process that has no other use for it.
    """

    @cache
    def made() -> Callable[..., Any]:  # at the first call: Streamlit knows a package's files only once it runs
        return st.components.v2.component(f"lossviz.{name}", js=js, css=None if css is None else css())

    def mount(*, data: Mapping[str, Any], **rest: Any) -> Any:
        return made()(data=[data], **rest)

    return mount
