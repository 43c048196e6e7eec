"""Each loss shows the code that runs."""

from __future__ import annotations

import inspect

import pytest

from lossviz import catalog
from lossviz.losses import functional
from lossviz.ui.listing import listing


@pytest.mark.parametrize("id", catalog.losses())
def test_what_is_shown_is_the_pure_function_itself(id: str) -> None:
    shown = listing(catalog.losses()[id].code, id)
    assert shown.code == inspect.getsource(getattr(functional, id)).rstrip("\n")


def test_a_missing_function_is_an_error() -> None:
    with pytest.raises(LookupError, match="no function magface"):
        listing("lossviz.losses.arcface:ArcFace", "magface")
