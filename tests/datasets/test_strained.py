"""Digits under strain."""

import numpy as np
import pytest

from lossviz import catalog, strain
from lossviz.datasets import load
from lossviz.engine import train


def test_a_share_of_the_labels_is_wrong_to_the_digit() -> None:
    digits = load("mnist5k~flip0.3")
    assert np.sum(digits.train_labels != digits.true_labels) == 1200


def test_the_true_labels_and_the_digits_looked_at_are_those_of_the_plain_set() -> None:
    noisy, plain = load("mnist5k~flip0.3"), load("mnist5k")
    assert np.array_equal(noisy.true_labels, plain.train_labels)
    assert np.array_equal(noisy.probe_labels, plain.probe_labels)


def test_symmetric_noise_reaches_every_other_class_about_as_often() -> None:
    digits = load("mnist5k~flip0.4")
    wrong = digits.train_labels != digits.true_labels
    counts = np.zeros((10, 10), int)
    np.add.at(counts, (digits.true_labels[wrong], digits.train_labels[wrong]), 1)
    off = counts[~np.eye(10, dtype=bool)]
    assert counts.trace() == 0
    assert abs(off - 1600 / 90).max() < 5 * (1600 / 90) ** 0.5


def test_a_four_is_taken_for_a_nine() -> None:
    digits = load("mnist5k~pair0.4")
    wrong = digits.train_labels != digits.true_labels
    assert set(digits.train_labels[wrong & (digits.true_labels == 4)]) == {9}


def test_another_draw_flips_other_labels() -> None:
    one, other = load("mnist5k~flip0.3"), load("mnist5k~flip0.3~seed1")
    assert not np.array_equal(one.train_labels, other.train_labels)


def test_the_tail_has_as_many_digits_as_the_entry_says() -> None:
    digits = load("mnist5k~tail100")
    assert tuple(np.bincount(digits.train_labels)) == catalog.dataset("mnist5k~tail100").sizes


def test_a_class_left_out_is_looked_at_and_not_trained() -> None:
    digits = load("mnist5k~without3.8")
    assert digits.classes == tuple("0124567938")
    assert set(digits.train_labels) == set(range(8))
    assert np.bincount(digits.probe_labels).tolist() == [100] * 10
    threes = load("mnist5k").probe_ids[load("mnist5k").probe_labels == 3]
    assert np.array_equal(digits.probe_ids[digits.probe_labels == 8], threes)


def test_dropped_digits_are_those_of_the_mask_and_the_others_keep_their_labels() -> None:
    noisy = load("mnist5k~flip0.3")
    suspect = noisy.train_labels != noisy.true_labels
    cleaned = load(f"mnist5k~flip0.3~drop{strain.packed(suspect)}")
    assert len(cleaned.train_labels) == 2800
    assert np.array_equal(cleaned.train_labels, noisy.train_labels[~suspect])


@pytest.mark.parametrize("loss", ["softmax", "arcface", "triplet_semihard", "center", "dynamic_arcface"])
def test_a_run_has_class_vectors_for_the_trained_classes_only(loss: str) -> None:
    recipe = catalog.resolve(loss=loss, data="mnist5k~tail10~without3.8", epochs=1)
    frames = list(train(recipe))
    owned = frames[-1].centres if frames[-1].vectors is None else frames[-1].vectors
    assert owned is not None
    assert len(owned) == 8
    assert len(frames[-1].points) == 1000
    assert frames[-1].readings["knn_accuracy"] > 0.3
