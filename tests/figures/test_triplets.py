"""An anchor's rings as numbers: radii, difficulties, and what each mining takes."""

from __future__ import annotations

import pytest

from lossviz.figures import triplets

POINTS = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.5], [0.0, 0.9], [0.0, -1.25], [0.0, -2.0]]
LABELS = [0, 0, 0, 1, 2, 2]


def anchored(**settings):  # type: ignore[no-untyped-def]
    return triplets.anchored(POINTS, LABELS, anchor=0, margin=0.5, **settings)


def test_the_rings_lie_at_the_farthest_positive_and_a_margin_beyond() -> None:
    found = anchored()
    assert (found.positive, found.near, found.near + found.margin) == (1, 1.0, 1.5)


def test_negatives_by_difficulty() -> None:
    """d_ap = 1 and m = 0.5: hard up to 1, semi-hard below 1.5, easy from there on (FaceNet)."""
    assert anchored().categories == {3: "hard", 4: "semihard", 5: "easy"}


@pytest.mark.parametrize(
    ("mining", "taken"),
    [
        ("hard", {(0, 1, 3)}),
        ("semihard", {(0, 1, 4), (0, 2, 3)}),
        ("all", {(0, p, n) for p in (1, 2) for n in (3, 4, 5)}),
    ],
)
def test_what_a_mining_takes_for_the_anchor(mining: str, taken: set[tuple[int, int, int]]) -> None:
    assert set(anchored(mining=mining).taken) == taken


def test_a_positive_of_another_class_is_refused() -> None:
    with pytest.raises(ValueError, match="positive must be another sample of the anchor's class, got 3"):
        anchored(positive=3)


def test_a_mark_is_told_by_its_shape() -> None:
    marks = triplets.drawn(anchored(), "light").data[0].marker.symbol
    assert list(marks[3:]) == ["triangle-up", "diamond", "circle"]
