"""The probe sample and the pixels' normalisation."""

from __future__ import annotations

import numpy as np
import torch

from lossviz.datasets import load, normalised
from lossviz.datasets.digits import spread_evenly


def test_a_sample_keeps_the_share_of_every_class() -> None:
    labels = np.repeat(np.arange(3, dtype=np.uint8), [500, 300, 200])
    chosen = spread_evenly(labels, 100)
    assert len(set(chosen.tolist())) == 100
    assert np.bincount(labels[chosen]).tolist() == [50, 30, 20]


def test_a_sample_is_fixed_and_not_sorted_by_class() -> None:
    labels = np.repeat(np.arange(2, dtype=np.uint8), 50)
    chosen = spread_evenly(labels, 20)
    np.testing.assert_array_equal(chosen, spread_evenly(labels, 20))
    assert np.diff(labels[chosen].astype(int)).min() < 0


def test_a_sample_of_too_few_is_all_of_them() -> None:
    assert sorted(spread_evenly(np.zeros(3, np.uint8), 10).tolist()) == [0, 1, 2]


def test_pixels_are_normalised_as_torchvision_does() -> None:
    images = torch.tensor([[[0, 255], [51, 0]]], dtype=torch.uint8)
    expected = [(v - 0.1307) / 0.3081 for v in (0.0, 1.0, 0.2, 0.0)]
    torch.testing.assert_close(normalised(images), torch.tensor(expected).reshape(1, 1, 2, 2))


def test_the_built_in_digits_come_out_with_mean_0_and_deviation_1() -> None:
    pixels = normalised(torch.tensor(load("mnist5k").train_images))
    assert abs(pixels.mean()) < 0.02
    assert abs(pixels.std() - 1) < 0.02
