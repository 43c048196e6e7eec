"""Every setting of every loss and of the recipe: what it refuses, what it takes, how it is written."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lossviz.catalog import losses, resolve
from lossviz.catalog.resolve import OWNER, fields, owner
from lossviz.params import Param, Refusal

SETTINGS = [
    *((OWNER, p) for p in fields().values()),
    *((entry.name, p) for entry in losses().values() for p in entry.params),
]
each = pytest.mark.parametrize(("whose", "param"), SETTINGS, ids=[f"{w}-{p.name}" for w, p in SETTINGS])


@each
def test_a_value_too_far_is_refused_naming_owner_setting_and_value(whose: str, param: Param) -> None:
    with pytest.raises(Refusal) as refusal:
        param.check(param.refused(), whose)
    sentence = str(refusal.value)
    assert sentence.startswith(f"{whose} {param.noun} must ")
    assert isinstance(refusal.value, ValueError)


@each
@pytest.mark.parametrize("value", [None, float("nan"), float("inf"), "x" * 9000, [], b"1"], ids=repr)
def test_nonsense_is_refused_in_one_short_sentence(whose: str, param: Param, value: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        param.check(value, whose)
    assert len(str(refusal.value)) < 400
    assert "\n" not in str(refusal.value)


def test_a_value_left_empty_is_seen_in_the_sentence() -> None:
    with pytest.raises(Refusal, match="got “”"):
        fields()["epochs"].parse("", OWNER)


@each
def test_the_default_passes_and_survives_being_written(whose: str, param: Param) -> None:
    default = param.default  # type: ignore[attr-defined]
    assert param.check(default, whose) == default
    assert param.parse(param.write(default), whose) == default


@pytest.mark.parametrize("loss", losses())
def test_a_recipe_refuses_what_its_knob_refuses(loss: str) -> None:
    for param in losses()[loss].params:
        with pytest.raises(Refusal, match=re.escape(owner(param.name, loss))):
            resolve(loss=loss, **{param.name: param.refused()})
