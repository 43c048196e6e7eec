"""The examples in the docstrings of the closed forms."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from lossviz import geometry
from lossviz.geometry import cleaning, ellipse, per_class, rates


@pytest.mark.parametrize("name", geometry.__all__)
def test_the_docstring_example_holds(name: str) -> None:
    function = getattr(geometry, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(function, name)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("module", [cleaning, ellipse, per_class, rates], ids=lambda module: module.__name__)
def test_the_examples_of_modules_that_are_used_whole_hold(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
