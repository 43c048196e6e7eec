"""How each class fares: what its test digits are told for, its angular room, and the angle to its own vector."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
import torch

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.engine import recorded
from lossviz.engine.studies.per_class import answer, own_angles, rooms
from lossviz.frame import CHECKPOINT, HEAD
from lossviz.params import Refusal
from lossviz.runs.keyframes import material
from lossviz.runs.run import payload


@cache
def answered(loss: str, data: str = "mnist5k~tail10"):  # type: ignore[no-untyped-def]
    """The answer, and the run's own final reading of the same digits."""
    recipe = catalog.resolve(loss=loss, data=data, epochs=1)
    records = list(recorded(recipe))
    last = [record for record in records if record[:4] == CHECKPOINT][-1]
    kept = Checkpoint.unpack(last[HEAD.size :])
    return answer({"recipe": recipe.to_json()}, material(kept), lambda *_: None), payload(records[-1])["readings"]


@pytest.mark.parametrize("loss", ["softmax", "arcface", "dynamic_arcface"])
def test_the_accuracy_over_all_classes_is_that_of_the_run(loss: str) -> None:
    found, readings = answered(loss)
    accuracy = np.trace(found["confusion"]) / found["confusion"].sum()
    assert accuracy == pytest.approx(readings["class_vector_accuracy"], abs=0.0021)  # checkpoints hold half floats


def test_every_test_digit_is_counted_once_in_the_row_of_its_class() -> None:
    found, _ = answered("arcface")
    assert found["confusion"].sum(1).tolist() == [100] * 10


def test_sizes_are_those_of_the_tail() -> None:
    found, _ = answered("arcface")
    assert (found["sizes"][0], found["sizes"][9]) == (400, 40)


def test_classes_that_are_left_out_are_not_counted() -> None:
    found, _ = answered("arcface", "mnist5k~without0.1.2.3.4")
    assert found["confusion"].shape == (5, 5)
    assert found["confusion"].sum() == 500


def test_room_is_the_angle_to_the_nearest_vector_of_another_class() -> None:
    at = torch.tensor([0.0, 10.0, 90.0, 300.0]).deg2rad()
    vectors = torch.stack([at.cos(), at.sin()], 1).view(2, 2, 2)  # class 0 at 0° and 10°, class 1 at 90° and 300°
    assert rooms(vectors) == pytest.approx([60, 60], abs=1e-3)


def test_the_own_angle_is_a_mean_over_the_digits_of_a_class() -> None:
    features = torch.tensor([[1.0, 1.0], [1.0, 0.0]])
    found = own_angles(features, torch.eye(2)[:, None], np.array([0, 0]))
    assert found[0] == pytest.approx(22.5, abs=1e-3)
    assert math.isnan(found[1])


def test_a_run_without_class_vectors_is_refused() -> None:
    with pytest.raises(Refusal, match="class vectors"):
        answered("triplet")
