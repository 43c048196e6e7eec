"""A run: frame 0 before any update, the same bits again, and a loss that changes nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import train
from lossviz.engine.trainer import Trainer
from lossviz.frame import Frame
from lossviz.params import Refusal
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]
READINGS = ("loss nearest_mean_accuracy knn_accuracy recall_at_1 own_angle other_angle gradient_norm").split()


def whole(recipe: Recipe) -> tuple[list[Frame], dict[str, float]]:
    run, frames = train(recipe), []
    while True:
        try:
            frames.append(next(run))
        except StopIteration as end:
            return frames, end.value


@pytest.mark.parametrize("loss", catalog.losses())
def test_every_loss_trains_on_every_device(loss: str, device: str, short: Short) -> None:
    recipe, entry = short(loss, device=device), catalog.losses()[loss]
    frames, final = whole(recipe)
    has_vectors = entry.scores is not None and recipe.knobs.get("level") != "pair"
    assert [f.n for f in frames] == list(range(len(frames)))
    assert (frames[0].step, frames[-1].step, frames[-1].epoch) == (0, len(frames) - 1, 1.0)
    for readings in (*(f.readings for f in frames), final):
        assert set(READINGS) <= set(readings)
        assert ("class_vector_accuracy" in readings) == has_vectors
        assert all(math.isfinite(v) for v in readings.values())
    assert all((f.vectors is not None) == has_vectors for f in frames)
    assert all(f.centres is not None for f in frames) == (not has_vectors or entry.family == "centre")
    assert Frame.unpack(frames[-1].pack()).step == frames[-1].step


def test_the_same_recipe_gives_the_same_bits(device: str, short: Short) -> None:
    if device != "cpu":
        pytest.skip("bits are promised on the CPU; a GPU adds in an order of its own")
    (first, readings), (second, again) = (whole(short("triplet_semihard", device=device)) for _ in range(2))
    assert readings == again
    assert [f.pack() for f in first] == [f.pack() for f in second]


def test_another_seed_gives_another_run(short: Short) -> None:
    first, second = (next(train(short(seed=seed))) for seed in (0, 1))
    assert not np.array_equal(first.points, second.points)


def test_frame_0_shows_the_initial_weights(short: Short) -> None:
    recipe = short("softmax")
    first = next(train(recipe))
    trainer = Trainer(recipe, load("digits8"))
    features = trainer.moment().embed(torch.tensor(load("digits8").probe_images))
    np.testing.assert_allclose(first.points, features.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(first.vectors, trainer.loss.class_vectors.numpy())


def test_frame_0_has_the_loss_of_the_first_batch(short: Short) -> None:
    recipe = short("softmax")
    trainer = Trainer(recipe, load("digits8"))
    trainer.backward()
    assert next(train(recipe)).readings["loss"] == pytest.approx(trainer.last[1].item(), rel=1e-5)


def test_another_loss_changes_neither_weights_nor_batches_nor_shifts(short: Short) -> None:
    kinds = ({"loss": "softmax"}, {"loss": "triplet_batch_hard", "sampler": "uniform"})
    first, second = (Trainer(short(**kind), load("digits8")) for kind in kinds)
    for ours, theirs in zip(first.embedder.parameters(), second.embedder.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    for _ in range(3):
        assert torch.equal(next(first._batches), next(second._batches))
        assert torch.equal(first._shifts.get_state(), second._shifts.get_state())
        first.backward()
        second.backward()


def test_training_digits_are_the_only_ones_trained_on(short: Short) -> None:
    trainer = Trainer(short(), load("digits8"))
    assert torch.equal(trainer.images, torch.tensor(load("digits8").train_images))


def test_a_few_steps_already_teach() -> None:
    frames, final = whole(catalog.resolve(loss="softmax", epochs=2))
    assert final["knn_accuracy"] > 0.7 > 0.6 > frames[0].readings["knn_accuracy"]


def test_more_than_three_dimensions_are_drawn_on_three_axes(short: Short) -> None:
    frames, _ = whole(short("softmax", dim=16))
    assert frames[-1].points.shape == (500, 3)
    assert frames[-1].vectors is not None
    assert frames[-1].vectors.shape == (10, 1, 3)


def test_an_edit_that_cannot_act_is_refused(short: Short) -> None:
    with pytest.raises(Refusal, match="edits must act at a step in 1 … 2, with training left to do, got 3"):
        next(train(short().but(edits=((3, "lr", 0.1),))))


@pytest.mark.parametrize(("device", "name"), [("cuda", "CUDA"), ("mps", "MPS")])
def test_a_missing_device_is_refused(device: str, name: str, short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(Refusal, match=f"^{name} is not available on this server: choose CPU$"):
        next(train(short(device=device)))


def test_missing_data_is_refused(short: Short) -> None:
    with pytest.raises(Refusal, match="MNIST is not here"):
        next(train(short(data="mnist")))


def test_the_caller_may_leave_at_any_time(short: Short) -> None:
    run: Iterator[Frame] = train(short())
    next(run)
    run.close()  # type: ignore[attr-defined]
    assert list(run) == []
