"""Drawn digits: checked when they come, embedded once at each keyframe, and drawn on the run's own axes."""

from __future__ import annotations

import pytest
from fakes import ANN, FakeExecutor, play, recipe
from test_looks import DIM, PAIRS, checkpoint, kept

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs import Hub, Outcome
from lossviz.runs.placer import Job

DIGIT = bytes([0] * 400 + [255] * 384)
OTHER = bytes([255] * 400 + [0] * 384)
FEATURES = [[float(i) for i in range(DIM)], [1.0] * DIM]


def jobs(executor: FakeExecutor) -> list[Job]:
    return [entry[1] for entry in executor.asked if entry[0] == "place"]


@pytest.mark.parametrize("wrong", [b"", DIGIT[:-1], DIGIT + b"\0"])
def test_another_number_of_pixels_is_refused_with_both_numbers(hub: Hub, wrong: bytes) -> None:
    with pytest.raises(Refusal, match=rf"784.*{len(wrong)}"):
        hub.drawings.keep(wrong)


def test_an_empty_drawing_is_refused(hub: Hub) -> None:
    with pytest.raises(Refusal, match="Draw something first"):
        hub.drawings.keep(bytes(784))


def test_a_digit_is_asked_for_once_at_every_keyframe_and_drawn_on_the_axes(hub: Hub, executor: FakeExecutor) -> None:
    run, digest = kept(hub, recipe(1), PAIRS, 0, 4), hub.drawings.keep(DIGIT)
    assert hub.drawings.places(run, digest) == {"keyframes": [], "complete": False}
    hub.drawings.places(run, digest)
    (job,) = jobs(executor)
    assert (list(job.weights), job.pixels, job.plain) == ([0, 4], DIGIT, run.recipe.to_json())
    assert hub.drawings.asking(run, digest)
    hub.drawings.placed(job, FEATURES)
    found = hub.drawings.places(run, digest)
    assert found is not None
    assert [(one["n"], one["step"], one["at"]) for one in found["keyframes"]] == [(0, 0, [0, 1, 2]), (4, 4, [1, 1, 1])]
    assert not hub.drawings.asking(run, digest)
    assert len(jobs(executor)) == 1


def test_all_dimensions_say_which_class_the_digit_is_in(hub: Hub, executor: FakeExecutor) -> None:
    run, digest = kept(hub, recipe(1), PAIRS, 0), hub.drawings.keep(DIGIT)
    hub.drawings.places(run, digest)
    hub.drawings.placed(jobs(executor)[0], FEATURES[:1])
    found = hub.drawings.places(run, digest)
    assert found is not None
    look = found["keyframes"][0]["look"]
    assert len(look["neighbours"]) == 10
    assert look["classes"]["to"] == "mean"


def test_while_a_run_goes_on_later_keyframes_are_asked_for(hub: Hub, executor: FakeExecutor) -> None:
    run, digest = kept(hub, recipe(1), PAIRS, 0), hub.drawings.keep(DIGIT)
    hub.drawings.places(run, digest)
    hub.drawings.placed(jobs(executor)[0], FEATURES[:1])
    play(hub, run, [checkpoint(run.recipe, 4)])
    hub.drawings.places(run, digest)
    assert [list(job.weights) for job in jobs(executor)] == [[0], [4]]
    hub.drawings.placed(jobs(executor)[1], FEATURES[:1])
    hub.stop(run.key, ANN)
    hub.ended(run.key, 1, Outcome("stopped"))
    found = hub.drawings.places(run, digest)
    assert found is not None
    assert (len(found["keyframes"]), found["complete"]) == (2, True)


def test_a_worker_that_could_not_is_asked_again(hub: Hub, executor: FakeExecutor) -> None:
    run, digest = kept(hub, recipe(1), PAIRS, 0), hub.drawings.keep(DIGIT)
    hub.drawings.places(run, digest)
    hub.drawings.placed(jobs(executor)[0], None)
    hub.drawings.places(run, digest)
    assert len(jobs(executor)) == 2


def test_a_checkpoint_that_cannot_be_read_gives_no_place(hub: Hub, executor: FakeExecutor) -> None:
    run, digest = kept(hub, recipe(1), PAIRS, 0, 4), hub.drawings.keep(DIGIT)
    (hub.store.folder / "tapes" / run.key / "4.ckpt").write_bytes(b"x" * 40)
    hub.drawings.places(run, digest)
    (job,) = jobs(executor)
    assert list(job.weights) == [0]
    hub.drawings.placed(job, FEATURES[:1])
    found = hub.drawings.places(run, digest)
    assert found is not None
    assert [one["n"] for one in found["keyframes"]] == [0]
    assert len(jobs(executor)) == 1


def test_what_was_not_drawn_has_no_place(hub: Hub) -> None:
    assert hub.drawings.places(kept(hub, recipe(1), PAIRS, 0), "0" * 32) is None


def test_the_oldest_digits_are_forgotten(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DRAWINGS_KEPT", 1)
    run = kept(hub, recipe(1), PAIRS)
    first, second = hub.drawings.keep(DIGIT), hub.drawings.keep(OTHER)
    assert hub.drawings.places(run, first) is None
    assert hub.drawings.places(run, second) is not None


def test_few_digits_are_embedded_at_the_same_time(hub: Hub, executor: FakeExecutor) -> None:
    run = kept(hub, recipe(1), PAIRS, 0)
    for i in range(limits.DRAWINGS_AT_ONCE + 1):
        hub.drawings.places(run, hub.drawings.keep(bytes([i + 1] * 784)))
    assert len(jobs(executor)) == limits.DRAWINGS_AT_ONCE
