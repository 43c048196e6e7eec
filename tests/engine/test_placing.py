"""One more image in a run: it lies where the run itself puts it."""

from __future__ import annotations

import pytest

from lossviz import catalog
from lossviz.checkpoint import Checkpoint
from lossviz.datasets import load
from lossviz.engine import recorded
from lossviz.engine.placing import placed
from lossviz.frame import CHECKPOINT, FRAME, HEAD, Frame


def test_a_digit_of_the_probe_set_lies_on_its_own_point_at_every_keyframe() -> None:
    recipe = catalog.resolve(loss="softmax", epochs=1)
    records = [(entry[:4], entry[HEAD.size :]) for entry in recorded(recipe)]
    frames = {frame.step: frame for magic, p in records if magic == FRAME for frame in [Frame.unpack(p)]}
    kept = [Checkpoint.unpack(payload) for magic, payload in records if magic == CHECKPOINT]
    image = load(recipe.data).probe_images[7].tobytes()
    found = placed(recipe.to_json(), image, [one.weights for one in kept])
    assert len(kept) > 1
    for one, features in zip(kept, found, strict=True):
        points = frames[one.step].points
        assert features == pytest.approx(points[7].tolist(), abs=float(abs(points).max()) / 32767)
