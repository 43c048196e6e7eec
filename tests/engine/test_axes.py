"""Above three dimensions a run is drawn on three axes that a trial found, and says how much they show."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor

from lossviz.datasets import load
from lossviz.engine import train
from lossviz.engine.axes import Axes
from lossviz.engine.camera import Camera
from lossviz.engine.failure import NotFinite
from lossviz.engine.recording import header
from lossviz.engine.trainer import Trainer
from lossviz.engine.trial import foreseen
from lossviz.recipe import Recipe

Short = Callable[..., Recipe]
LONG = torch.zeros(40, 5)
LONG[:, 4] = torch.linspace(-8, 8, 40)
LONG[:, 1] = torch.linspace(1, -1, 40).square()
LONG[:, 2] = torch.linspace(-1, 1, 40).cos()


def never() -> Tensor:
    raise AssertionError


@pytest.mark.parametrize("dim", [2, 3])
def test_two_and_three_dimensions_are_drawn_as_they_are(dim: int) -> None:
    axes, values = Axes(dim, never), torch.randn(7, 4, dim)
    np.testing.assert_array_equal(axes.drawn(values), values.numpy())
    assert axes.share(values.flatten(0, 1)) == 1.0


def test_the_first_axis_is_the_direction_of_greatest_variance() -> None:
    drawn = Axes(5, lambda: LONG).drawn(LONG)
    assert drawn.shape == (40, 3)
    np.testing.assert_allclose(np.abs(drawn[:, 0]), LONG[:, 4].abs().numpy(), rtol=1e-4)


def test_projecting_is_linear_so_that_the_origin_stays() -> None:
    assert not Axes(5, lambda: LONG + 9).drawn(torch.zeros(5)).any()


def test_the_share_is_that_of_the_variance_along_the_axes() -> None:
    axes = Axes(5, lambda: LONG)
    hidden = torch.zeros(40, 5)
    hidden[:, 0] = LONG[:, 4]
    assert axes.share(LONG) == pytest.approx(1.0)
    assert axes.share(hidden) == pytest.approx(0.0, abs=1e-6)
    assert axes.share(hidden + LONG) == pytest.approx(0.5, abs=0.01)


def test_restored_axes_are_the_same_and_need_no_trial() -> None:
    axes, again = Axes(5, lambda: LONG), Axes(5, never)
    again.restore(axes.state())
    np.testing.assert_array_equal(again.drawn(LONG), axes.drawn(LONG))


def test_axes_that_are_missing_are_refused() -> None:
    with pytest.raises(ValueError, match="has axes, got none"):
        Axes(5, never).restore(None)


def test_the_axes_stay_over_the_run(short: Short) -> None:
    recipe = short("softmax", dim=16)
    frames = list(train(recipe))
    trainer = Trainer(recipe, load("digits8"))
    camera = Camera(trainer, load("digits8"))
    np.testing.assert_allclose(
        frames[0].vectors, camera.axes.drawn(trainer.loss.class_vectors), rtol=1e-4, atol=1e-5
    )  # fmt: skip
    for _ in range(trainer.steps):
        trainer.backward()
        trainer.update()
    np.testing.assert_allclose(
        frames[-1].vectors, camera.axes.drawn(trainer.loss.class_vectors), rtol=1e-3, atol=1e-4
    )  # fmt: skip


def test_every_frame_says_how_much_it_shows(short: Short) -> None:
    shares = [frame.readings["variance_shown"] for frame in train(short("softmax", dim=16))]
    assert all(0 < share < 1 for share in shares)
    assert "variance_shown" not in next(train(short("softmax", dim=3))).readings


@pytest.mark.parametrize(("dim", "projected"), [(2, False), (3, False), (4, True)])
def test_the_header_says_whether_the_run_is_projected(dim: int, projected: bool, short: Short) -> None:
    assert header(short(dim=dim), 1)["projected"] is projected


def test_the_trial_shows_more_of_the_trained_run_than_initial_features(short: Short) -> None:
    recipe, digits = short("softmax", data="mnist5k", dim=16, batch_size=256), load("mnist5k")
    images = torch.tensor(digits.probe_images)
    trainer = Trainer(recipe.but(epochs=3), digits)
    initial = trainer.moment().embed(images)
    for _ in range(trainer.steps):
        trainer.backward()
        trainer.update()
    last = trainer.moment().embed(images)
    shares = [Axes(16, lambda f=f: f).share(last) for f in (initial, foreseen(recipe, digits, images))]
    assert shares[1] > 1.3 * shares[0]


def test_a_trial_that_goes_astray_leaves_the_initial_features(short: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    def astray(self: Trainer) -> None:
        raise NotFinite(step=1, tensor="loss", batch=2, cause_code="health.cause_lr", cause_value=1.0)

    recipe, digits = short(dim=5), load("digits8")
    images = torch.tensor(digits.probe_images)
    initial = Trainer(recipe, digits).moment().embed(images)
    monkeypatch.setattr(Trainer, "update", astray)
    assert torch.equal(foreseen(recipe, digits, images), initial)
