"""What batches said is checked later where nobody waits for the device: the first bad one is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from lossviz import catalog
from lossviz.datasets import load
from lossviz.engine import NotFinite
from lossviz.engine.moment import Moment
from lossviz.engine.trainer import Trainer

NAN, INF = float("nan"), float("inf")


@pytest.fixture(scope="module")
def moment() -> Moment:
    """A moment that follows batches 40 and 41 of a run of 31 batches an epoch."""
    made = Trainer(catalog.resolve(loss="softmax"), load("mnist5k")).moment()
    return replace(made, step=42, since=40, said=torch.tensor([[1.0, 2.0, 3.0]] * 2))


def test_finite_batches_pass(moment: Moment) -> None:
    moment.demand_finite_batches()


@pytest.mark.parametrize(
    ("bad", "tensor"), [([0.0, NAN, NAN], "embedding"), ([1.0, INF, NAN], "loss"), ([1.0, 2.0, INF], "gradient")]
)
def test_the_first_bad_batch_is_named(bad: list[float], tensor: str, moment: Moment) -> None:
    with pytest.raises(NotFinite) as fault:
        replace(moment, said=torch.tensor([[1.0, 2.0, 3.0], bad])).demand_finite_batches()
    assert (fault.value.step, fault.value.batch, fault.value.tensor) == (41, 41 - 31 + 1, tensor)


def test_a_kept_moment_stays_as_it_was() -> None:
    trainer = Trainer(catalog.resolve(loss="center", batch_size=1024), load("mnist5k"))
    trainer.backward()
    now, kept = trainer.moment(), trainer.moment(kept=True)
    images, readings, centres = trainer.images[:100], now.loss.readings, now.loss.centres
    features = now.embed(images)
    trainer.update()
    trainer.backward()
    kept.recall()
    assert torch.equal(kept.embed(images), features)
    assert kept.loss.readings == readings
    assert torch.equal(kept.loss.centres, centres)
