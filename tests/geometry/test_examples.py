"""The examples in the docstrings of the closed forms."""

from __future__ import annotations

import doctest

import pytest

from lossviz import geometry


@pytest.mark.parametrize("name", geometry.__all__)
def test_the_docstring_example_holds(name: str) -> None:
    function = getattr(geometry, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(function, name)
    assert doctest.DocTestRunner().run(test).failed == 0
