"""What each loss's entry says is true of its code, and fits on the page."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from lossviz.catalog import knob_params, losses
from lossviz.catalog.entries import LossEntry
from lossviz.catalog.resolve import SAMPLER, fields
from lossviz.losses import Loss, functional
from lossviz.params import Toggle

ENTRIES = losses().values()
each = pytest.mark.parametrize("entry", ENTRIES, ids=losses().keys())


@each
def test_it_is_also_a_pure_function_of_its_id(entry: LossEntry) -> None:
    assert getattr(functional, entry.id).__name__ == entry.id


@each
def test_its_code_is_a_loss(entry: LossEntry) -> None:
    module, _, name = entry.code.partition(":")
    assert issubclass(getattr(import_module(module), name), Loss)


@each
def test_no_knob_hides_a_field_of_the_recipe(entry: LossEntry) -> None:
    assert not knob_params(entry.id).keys() & fields().keys()


@each
def test_the_live_run_sets_knobs_that_exist_to_values_that_pass(entry: LossEntry) -> None:
    known = knob_params(entry.id)
    assert {name: known[name].check(value, entry.name) for name, value in entry.live.knobs.items()} == entry.live.knobs


@each
def test_the_margin_is_a_knob(entry: LossEntry) -> None:
    assert entry.margin is None or entry.margin[0] in knob_params(entry.id)


@each
def test_every_hole_is_a_knob(entry: LossEntry) -> None:
    holes = re.findall(r"\{([a-z][a-z0-9_]*)\}", entry.numbers + entry.look_at)
    assert holes
    assert {hole.removesuffix("_degrees") for hole in holes} <= knob_params(entry.id).keys()


@each
def test_the_sentence_under_the_title_is_short_and_points_at_one_thing(entry: LossEntry) -> None:
    assert entry.look_at.startswith("Look at ")
    assert len(entry.look_at.split()) <= 19
    assert entry.look_at.count("**") == 2


@each
def test_labels_and_hints_fit(entry: LossEntry) -> None:
    assert all(len(p.label) <= 24 and len(p.help) <= 64 for p in entry.params)


def test_switches_and_batches_fit_into_half_the_panel() -> None:
    switches = [p.label for p in fields().values() if isinstance(p, Toggle)]
    assert switches
    assert all(len(word) <= 10 for word in (*switches, *SAMPLER.labels))


@each
def test_the_paper_has_an_address(entry: LossEntry) -> None:
    assert entry.paper.url.startswith("https://")


def test_losses_come_by_family() -> None:
    families = [entry.family for entry in ENTRIES]
    assert families == sorted(families, key=("class", "centre", "pair").index)
