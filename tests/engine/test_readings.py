"""Readings inside the probe set leave the point, and its half, out."""

from __future__ import annotations

import torch

from lossviz import catalog
from lossviz.engine import readings
from lossviz.engine.metric import metric_of
from lossviz.engine.readings import Labelled

SEEDED = torch.Generator().manual_seed(0)


def labelled(features: torch.Tensor, labels: torch.Tensor) -> Labelled:
    return Labelled(features=features, labels=labels, classes=2)


def test_noise_does_not_look_separable() -> None:
    noise = labelled(torch.randn(400, 2, generator=SEEDED), torch.arange(400) % 4 // 2)
    assert all(0.35 < value < 0.65 for value in readings.within(noise, "euclidean").values())


def test_two_heaps_are_separable() -> None:
    labels = torch.arange(40) // 20
    heaps = torch.randn(40, 2, generator=SEEDED) + 20.0 * labels[:, None]
    assert set(readings.within(labelled(heaps, labels), "euclidean").values()) == {1.0}


def test_means_come_from_the_other_half() -> None:
    features = torch.tensor([[0.0, 1.0], [9.0, 1.0], [9.0, 1.0], [0.0, 1.0]])
    crossed = labelled(features, torch.tensor([0, 0, 1, 1]))
    means = crossed.half(0).means("euclidean"), crossed.half(1).means("euclidean")
    assert means[0][:, 0].tolist() == [0.0, 9.0]
    assert means[1][:, 0].tolist() == [9.0, 0.0]
    assert readings.within_means(crossed, "euclidean") == 0.0


def test_final_readings_come_from_the_training_digits() -> None:
    training = labelled(torch.tensor([[0.0, 0.0]] * 5 + [[4.0, 0.0]] * 5), torch.tensor([0] * 5 + [1] * 5))
    probe = labelled(torch.tensor([[1.0, 0.0], [3.0, 0.0], [3.5, 0.0]]), torch.tensor([0, 0, 1]))
    found = readings.against(probe, training, "euclidean")
    assert found == {"nearest_mean_accuracy": 2 / 3, "knn_accuracy": 2 / 3, "recall_at_1": 2 / 3}


def test_a_recipe_that_compares_directions_is_read_by_directions() -> None:
    assert metric_of(catalog.resolve(loss="arcface")) == "cosine"
    assert metric_of(catalog.resolve(loss="triplet_semihard")) == "euclidean"
    assert metric_of(catalog.resolve(loss="triplet_semihard", normalize=True)) == "cosine"
    assert metric_of(catalog.resolve(loss="triplet_semihard", distance="angle")) == "cosine"
    assert metric_of(catalog.resolve(loss="infonce")) == "euclidean"
    assert metric_of(catalog.resolve(loss="infonce", similarity="cosine")) == "cosine"
    assert metric_of(catalog.resolve(loss="unified", level="class")) == "cosine"
