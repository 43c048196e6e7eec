"""Uploaded images as a data set: they are loaded as they were split, every loss can train on them, links name them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "own"))

import strange

from lossviz import catalog, engine, own
from lossviz.datasets import load, pack_of
from lossviz.own import example
from lossviz.pack import Pack
from lossviz.params import Refusal

GONE = "own-" + "0" * 32


@pytest.fixture(scope="module")
def shapes() -> str:
    """The id of the example, 180 images of three shapes, the words being the classes."""
    return kept(example.images())


def kept(data: bytes) -> str:
    brought = own.read([("shapes.npz", data)])
    assert isinstance(brought, own.Images)
    return own.keep_images(brought, "a" * 32)


def test_training_and_probe_images_are_those_of_the_upload(shapes: str) -> None:
    digits = load(shapes)
    assert (len(digits.train_labels), len(digits.probe_labels)) == (144, 36)
    assert np.bincount(digits.probe_labels).tolist() == [12, 12, 12]
    assert digits.classes == ("circle", "cross", "square")


def test_images_are_normalised_by_their_own_pixels(shapes: str) -> None:
    import torch

    digits = load(shapes)
    pixels = digits.normalised(torch.tensor(digits.train_images))
    assert abs(pixels.mean().item()) < 1e-3
    assert abs(pixels.std().item() - 1) < 1e-3


def test_images_that_are_all_black_stay_finite() -> None:
    import torch

    digits = load(kept(strange.images(np.zeros((60, 28, 28), np.uint8))))
    assert torch.isfinite(digits.normalised(torch.tensor(digits.train_images))).all()


def test_the_pack_shows_the_probe_images(shapes: str) -> None:
    pack = Pack.from_bytes(pack_of(load(shapes)))
    assert (pack.images == load(shapes).probe_images).all()


def test_data_that_are_gone_are_said_by_name() -> None:
    with pytest.raises(Refusal, match=f"not here any more .{GONE}"):
        load(GONE)


def test_the_shelf_describes_them(shapes: str) -> None:
    entry = catalog.dataset(shapes)
    assert (entry.name, entry.train_size, entry.probe_size, entry.here) == ("shapes.npz", 144, 36, True)
    assert shapes not in catalog.datasets()


def test_a_link_names_them_and_a_link_to_what_is_gone_takes_the_usual_digits(shapes: str) -> None:
    recipe = catalog.resolve(data=shapes)
    assert catalog.from_written(catalog.written(recipe)) == (recipe, [])
    fallen, refusals = catalog.from_written({"data": GONE})
    assert fallen.data == "mnist5k"
    assert [refusal.code for refusal in refusals] == ["own.gone"]


@pytest.mark.parametrize("loss", ["softmax", "triplet"])
def test_a_small_set_has_several_batches_an_epoch(shapes: str, loss: str) -> None:
    recipe = catalog.resolve(data=shapes, loss=loss)
    assert catalog.steps_of(recipe) >= 4 * recipe.epochs
    assert (recipe.p_classes or 3) == 3


def test_batches_of_more_classes_than_there_are_are_refused(shapes: str) -> None:
    with pytest.raises(Refusal, match="classes per batch must lie in 2 … 3, got 10"):
        catalog.resolve(data=shapes, loss="triplet", p_classes=10)
    recipe, refusals = catalog.from_written({"data": shapes, "loss": "triplet", "p_classes": "10"})
    assert (recipe.p_classes, len(refusals)) == (3, 1)


def test_other_data_bring_their_sizes_along(shapes: str) -> None:
    usual = catalog.resolve(loss="triplet")
    there = catalog.changed(usual, data=shapes)
    assert catalog.changed(there, data="mnist5k") == usual


@pytest.mark.parametrize("loss", catalog.losses())
def test_every_loss_trains_on_them(shapes: str, loss: str) -> None:
    frames = list(engine.train(catalog.resolve(data=shapes, loss=loss, epochs=1), place="inline"))
    assert frames[-1].step >= 4
    assert np.isfinite(frames[-1].points).all()


@pytest.mark.parametrize("loss", catalog.losses())
def test_images_that_are_all_one_cost_no_numbers(loss: str) -> None:
    same = kept(strange.images(np.repeat(strange.BYTES[:1], 60, 0)))
    frames = list(engine.train(catalog.resolve(data=same, loss=loss, epochs=17), place="inline"))
    assert frames[-1].step >= 50
    assert np.isfinite(frames[-1].points).all()
