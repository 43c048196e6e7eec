"""Eight of the built-in digits."""

import numpy as np

from lossviz import catalog
from lossviz.datasets import load


def test_the_eight_lowest_digits_keep_their_share() -> None:
    digits = load("mnist5k8")
    assert np.bincount(digits.train_labels).tolist() == [400] * 8
    assert np.bincount(digits.probe_labels).tolist() == [100] * 8


def test_the_digits_are_those_of_the_whole_set() -> None:
    eight, whole = load("mnist5k8"), load("mnist5k")
    assert eight.probe_ids.tolist() == whole.probe_ids[whole.probe_labels < 8].tolist()


def test_a_batch_never_has_more_classes_than_the_data() -> None:
    recipe = catalog.resolve(loss="triplet_semihard", data="mnist5k8")
    assert (recipe.p_classes, recipe.batch_size) == (8, 128)
