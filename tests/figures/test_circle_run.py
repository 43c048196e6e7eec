"""A run's pairs: whom an anchor is compared with, by what, and what becomes of it along a tape."""

from __future__ import annotations

import numpy as np
import pytest

from lossviz.figures import circle_run
from lossviz.frame import Frame, Tape
from lossviz.geometry.anchors import anchor_similarities

LABELS = np.array([0, 0, 1, 1])
APART = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0], [0.0, 4.0]])


def tape(metric: str = "euclidean", **knobs: object) -> Tape:
    frames = [Frame(n=n, step=10 * n, epoch=float(n), points=APART * (1 + n)) for n in range(3)]
    header = {"metric": metric, "recipe": {"knobs": knobs}}
    return Tape(header=header, packed=tuple(frame.pack() for frame in frames), ending=None)


def test_an_anchor_is_not_its_own_positive() -> None:
    found = anchor_similarities(APART, LABELS, np.array([0]), "inverse")
    assert found["sp_hard"] == pytest.approx([1 / 2])
    assert found["sn_hard"] == pytest.approx([1 / 10])
    assert found["sn_mean"] == pytest.approx([(1 / 10 + 1 / 17) / 2])


def test_class_vectors_take_the_place_of_the_others() -> None:
    vectors = np.array([[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 0.0], [1.0, 1.0]]])
    points = np.array([[2.0, 0.0]])
    found = anchor_similarities(points, np.array([0]), np.array([0]), "cosine", vectors)
    assert found["sp_hard"] == pytest.approx([1.0])
    assert found["sn_hard"] == pytest.approx([np.sqrt(0.5)])


def test_who_has_nobody_of_its_class_has_no_positive() -> None:
    found = anchor_similarities(APART[:3], LABELS[:3], np.array([2]), "inverse")
    assert np.isnan(found["sp_hard"]).all()
    assert np.isnan(found["sp_mean"]).all()


def test_a_tape_gives_one_place_for_each_anchor_and_frame() -> None:
    found = circle_run.run_pairs(tape(), LABELS)
    assert found.steps.tolist() == [0, 10, 20]
    assert found.s_p[:, 0] == pytest.approx([1 / 2, 1 / 5, 1 / 10], abs=1e-3)


def test_hardest_pairs_are_never_easier_than_the_mean() -> None:
    mean, hard = (circle_run.run_pairs(tape(), LABELS, hardest=hardest) for hardest in (False, True))
    assert (hard.s_n >= mean.s_n).all()
    assert (hard.s_p <= mean.s_p).all()


@pytest.mark.parametrize(
    ("metric", "knobs", "kind"),
    [("euclidean", {}, "inverse"), ("cosine", {}, "cosine"), ("cosine", {"similarity": "inverse"}, "inverse")],
)
def test_a_run_is_compared_as_its_loss_compares(metric: str, knobs: dict, kind: str) -> None:
    assert circle_run.kind_of(tape(metric, **knobs)) == kind


def test_curves_are_named_at_their_ends() -> None:
    found = circle_run.run_pairs(tape(), LABELS)
    figure = circle_run.curves_drawn(found, "light")
    assert [note.text for note in figure.layout.annotations] == ["s<sub>p</sub>", "s<sub>n</sub>"]
    assert list(figure.data[0].y) == pytest.approx(found.s_p.mean(axis=1))
