"""The map of losses: every loss stands on it once, and its arrows say what the catalogue says."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from lossviz import catalog
from lossviz.figures import family

ENTRIES = catalog.losses().values()
FOUND = family.family(ENTRIES)


def test_every_loss_stands_on_the_map() -> None:
    assert sorted(node.id for node in FOUND.nodes) == sorted(catalog.losses())


def test_the_unified_loss_becomes_three_others() -> None:
    reached = {arrow.end.id: arrow.when for arrow in FOUND.arrows if arrow.start.id == "unified"}
    assert reached == {"cosface": "K = 1", "softmax": "γ = 1, m = 0", "triplet_batch_hard": "γ → ∞"}


def test_every_arrow_leads_to_a_loss() -> None:
    named = {other for entry in ENTRIES for other, _ in entry.becomes}
    assert named <= set(catalog.losses())


def test_conditions_are_plain_signs() -> None:
    assert [arrow.when for arrow in FOUND.arrows if "\\" in arrow.when or "$" in arrow.when] == []


def test_no_two_names_lie_upon_each_other() -> None:
    pairs = itertools.combinations(FOUND.nodes, 2)
    assert [(a.id, b.id) for a, b in pairs if abs(a.x - b.x) < 1.3 and abs(a.y - b.y) < 0.5] == []


def test_a_loss_without_a_place_stands_below_the_others() -> None:
    made_up = replace(catalog.losses()["softmax"], id="made_up", name="Made up", becomes=(("softmax", "k=0"),))
    with_it = family.family([*ENTRIES, made_up])
    node = next(node for node in with_it.nodes if node.id == "made_up")
    assert node.y < min(other.y for other in FOUND.nodes)
    assert ("Made up", "k = 0") in {(arrow.start.name, arrow.when) for arrow in with_it.arrows}


def test_the_drawing_marks_the_chosen_loss_and_keeps_ids_for_clicks() -> None:
    names = {entry.name: entry.name for entry in ENTRIES}
    figure = family.drawn(FOUND, "circle", names, "light")
    assert list(figure.data[0].customdata) == [node.id for node in FOUND.nodes]
    marked = [note.text for note in figure.layout.annotations if note.bordercolor == "#3451b2"]
    assert marked == ["Circle loss"]


def test_an_arrow_ends_at_the_edge_of_a_name() -> None:
    assert family.to_the_edge("x", 0.0, 50.0) == family.HALF_HEIGHT
    assert family.to_the_edge("ArcFace", 100.0, 0.0) == pytest.approx(7 * 7.2 / 2 + 6)
