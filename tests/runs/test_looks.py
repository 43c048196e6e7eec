"""What a run's keyframes tell of its points in all dimensions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sources
from fakes import ANN, play, recipe

from lossviz.checkpoint import BIAS, EMBEDDING, VECTORS, Checkpoint
from lossviz.frame import CHECKPOINT, header_record, record
from lossviz.pack import Pack, digest, zipped
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Outcome, Run

POINTS, CLASSES, DIM = 30, 3, 16
LABELS = np.arange(POINTS, dtype=np.uint8) % CLASSES
EMBEDDED = np.random.default_rng(1).normal(size=(POINTS, DIM)).astype(np.float16)
PACKED = Pack(
    ids=np.arange(POINTS, dtype=np.uint32), labels=LABELS, images=np.zeros((POINTS, 28, 28), np.uint8),
    classes=("a", "b", "c"),
).to_bytes()  # fmt: skip
COSINE = {"scores": "cosine", "metric": "cosine"}
PAIRS = {"scores": None, "metric": "euclidean"}


def header(of: Recipe, **drawing: Any) -> bytes:
    return header_record(
        {"version": 1, "key": of.key, "attempt": 1, "recipe": of.to_json(), "pack": digest(PACKED), "steps": 10}
        | {"classes": ["a", "b", "c"], **drawing}
    )


def checkpoint(of: Recipe, step: int, **seen: Any) -> bytes:
    kept = Checkpoint(
        key=of.key, recipe=of.to_json(), engine_version=1, step=step, n=step, cpu_seconds=0.0, seconds=0.0, limit=1.0,
        watch={"axes": np.eye(DIM)[:, :3].tolist()}, tensors={EMBEDDING: EMBEDDED + np.float16(step), **seen},
    )  # fmt: skip
    return record(CHECKPOINT, kept.pack())


def kept(hub: Hub, of: Recipe, drawing: dict[str, Any], *steps: int, **seen: Any) -> Run:
    """A run of five frames with checkpoints at these steps."""
    hub.store.keep_pack(digest(PACKED), zipped(PACKED))
    run = hub.submit(of, ANN)
    play(hub, run, [header(of, **drawing), *(sources.frame(n) for n in range(5))])
    for step in steps:
        play(hub, run, [checkpoint(of, step, **seen)])
    return run


@pytest.mark.parametrize(("n", "step"), [(0, 0), (1, 0), (3, 4), (4, 4), (99, 4)])
def test_the_nearest_keyframe_answers(hub: Hub, n: int, step: int) -> None:
    found = hub.looks.of_point(kept(hub, recipe(1), PAIRS, 0, 4), n, 0)
    assert found is not None
    assert (found["n"], found["step"]) == (step, step)


def test_neighbours_are_those_of_all_dimensions_by_the_metric_of_the_loss(hub: Hub) -> None:
    found = hub.looks.of_point(kept(hub, recipe(1), COSINE, 0), 0, 5)
    unit = EMBEDDED.astype(float) / np.linalg.norm(EMBEDDED.astype(float), axis=1, keepdims=True)
    near = [i for i in np.argsort(-unit @ unit[5]) if i != 5][:10]
    assert found is not None
    assert [one["point"] for one in found["neighbours"]] == near
    assert found["neighbours"][0]["value"] == pytest.approx(float(unit[near[0]] @ unit[5]))
    assert found["metric"] == "cosine"


def test_class_vectors_predict_where_the_loss_has_them(hub: Hub) -> None:
    vectors = np.eye(CLASSES, DIM, dtype=np.float32)[:, None]
    run = kept(hub, recipe(1), {"scores": "linear", "metric": "euclidean"}, 0, **{
        VECTORS: vectors, BIAS: np.array([0, 0, 100], np.float32),
    })  # fmt: skip
    found = hub.looks.of_point(run, 0, 5)
    assert found is not None
    classes = found["classes"]
    assert (classes["kind"], classes["to"], classes["best"]) == ("score", "vector", 2)
    assert classes["values"] == pytest.approx([*EMBEDDED[5, :2].tolist(), EMBEDDED[5, 2] + 100])


def test_else_the_nearest_mean_does(hub: Hub) -> None:
    found = hub.looks.of_point(kept(hub, recipe(1), PAIRS, 0), 0, 5)
    means = np.stack([EMBEDDED[k == LABELS].astype(float).mean(0) for k in range(CLASSES)])
    far = np.linalg.norm(means - EMBEDDED[5].astype(float), axis=1)
    assert found is not None
    classes = found["classes"]
    assert (classes["kind"], classes["to"], classes["best"]) == ("distance", "mean", int(np.argmin(far)))
    assert classes["values"] == pytest.approx(far.tolist())


def test_a_loss_switched_under_way_is_measured_as_it_was_at_that_step(hub: Hub) -> None:
    legs = [{"from": 0, **PAIRS}, {"from": 2, **COSINE}]
    run = kept(hub, recipe(1), {**COSINE, "legs": legs}, 0, 4)
    metrics = [found["metric"] for n in (0, 4) if (found := hub.looks.of_point(run, n, 0))]
    assert metrics == ["euclidean", "cosine"]


def test_a_fork_asks_its_parents_keyframes_up_to_where_it_left(hub: Hub) -> None:
    parent = kept(hub, recipe(1), PAIRS, 0, 2, 4)
    fork = parent.recipe.but(edits=((2, "lr", 0.001),))
    hub.stop(parent.key, ANN)
    hub.ended(parent.key, 1, Outcome("stopped"))
    run = hub.submit(fork, ANN)
    play(hub, run, [header(fork, **PAIRS), *(sources.frame(n) for n in range(5))], sent=0)
    assert [place.step for place in hub.looks.keyframes.of(run)] == [0, 2]


@pytest.mark.parametrize(("steps", "point"), [((), 0), ((0,), POINTS)])
def test_without_a_keyframe_or_such_a_point_there_is_nothing(hub: Hub, steps: tuple[int, ...], point: int) -> None:
    assert hub.looks.of_point(kept(hub, recipe(1), PAIRS, *steps), 0, point) is None


def test_a_damaged_checkpoint_gives_way_to_the_next(hub: Hub, tmp_path: Path) -> None:
    run = kept(hub, recipe(1), PAIRS, 0, 4)
    (hub.store.folder / "tapes" / run.key / "4.ckpt").write_bytes(b"x" * 40)
    found = hub.looks.of_point(run, 4, 0)
    assert found is not None
    assert found["step"] == 0
    json.dumps(found, allow_nan=False)
