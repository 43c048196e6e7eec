"""How a run goes from step to step, and how edits bend it: never a leap up, never a frame moved before the edit."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lossviz import catalog
from lossviz.engine.course import Course
from lossviz.engine.schedule import frame_steps, share_of_peak

PER_EPOCH = 31


def course(*edits: tuple[int, str, object], **settings: object) -> Course:
    return Course(catalog.resolve(**{"loss": "arcface", "edits": edits, **settings}), PER_EPOCH)


def rates(one: Course) -> list[float]:
    return [one.leg(step).rate(step) for step in range(one.steps)]


def test_the_rate_rises_for_a_quarter_of_the_run_and_falls_to_a_thousandth() -> None:
    leg = course(lr=0.01).legs[0]
    assert [leg.rate(step) for step in (0, 155, 620)] == pytest.approx([0.001, 0.01, 0.00001])
    seen = rates(course(lr=0.01))
    assert seen.index(max(seen)) == 155


@pytest.mark.parametrize("steps", range(1, 9))
def test_a_run_of_a_few_steps_has_a_rate_too(steps: int) -> None:
    assert all(0.001 <= share_of_peak(step / steps) <= 1 for step in range(steps + 1))


@pytest.mark.parametrize(
    "edit",
    [(300, "lr", 0.1), (300, "lr", 1e-4), (100, "epochs", 5), (300, "epochs", 60), (619, "epochs", 40),
     (620, "epochs", 21), (300, "loss", "softmax"), (300, "m", 0.5)],
)  # fmt: skip
def test_an_edit_never_makes_the_rate_leap_up(edit: tuple[int, str, object]) -> None:
    one = course(edit, lr=0.01)
    seen = rates(one)
    assert one.leg(edit[0]).rate(edit[0]) <= one.before(edit[0]).rate(edit[0]) * (1 + 1e-9)
    after = seen[edit[0] :]
    # a rise of half a cosine is nowhere steeper than π/2 times its height over its length
    steepest = max(after) * 1.571 / (0.25 * len(after))
    assert all(b - a <= steepest for a, b in pairwise(after))


def test_a_new_rate_is_reached_and_the_run_ends_at_a_thousandth_of_it() -> None:
    one = course((300, "lr", 0.1), lr=0.01)
    assert max(rates(one)[300:]) == pytest.approx(0.1, rel=1e-3)
    assert one.leg(620).rate(620) == pytest.approx(0.0001)


def test_a_lower_rate_acts_at_once() -> None:
    assert rates(course((300, "lr", 1e-4), lr=0.01))[300] == 1e-4


def test_a_knob_changes_no_schedule() -> None:
    edited, plain = course((300, "m", 0.5)), course()
    assert rates(edited) == rates(plain)
    assert edited.leg(400).progress(400) == plain.leg(400).progress(400) == 400 / 620


def test_with_more_epochs_the_losss_schedules_never_go_back() -> None:
    one = course((310, "epochs", 40))
    progress = [one.leg(step).progress(step) for step in range(one.steps)]
    assert progress[310] == 0.5
    assert all(a < b for a, b in pairwise(progress))
    assert one.leg(1239).progress(1240) == 1


def test_continued_at_the_end_they_stay_at_the_end() -> None:
    one = course((620, "epochs", 40))
    assert {one.leg(step).progress(step) for step in range(620, 1240)} == {1.0}


def test_another_loss_begins_its_own_schedules() -> None:
    leg = course((300, "loss", "softmax")).leg(300)
    assert (leg.progress(300), leg.progress(620), leg.origin) == (0, 1, 300)


def test_edits_of_a_step_act_after_its_frame() -> None:
    one = course((300, "loss", "softmax"))
    assert [one.before(300).recipe.loss, one.leg(300).recipe.loss] == ["arcface", "softmax"]
    assert one.before(301).recipe.loss == "softmax"


@pytest.mark.parametrize("edit", [(301, "lr", 0.1), (301, "epochs", 60), (620, "epochs", 21)])
def test_frames_up_to_the_edit_are_those_of_the_base_and_dense_after_it(edit: tuple[int, str, object]) -> None:
    shown, step = course(edit).frames, edit[0]
    assert [s for s in shown if s <= step] == [s for s in frame_steps(620) if s <= step]
    assert step + 1 in shown
    assert shown[-1] == course(edit).steps
    assert shown == sorted(set(shown))


def test_a_fork_of_a_fork_keeps_the_frames_of_both() -> None:
    once, twice = course((300, "lr", 0.1)), course((300, "lr", 0.1), (400, "m", 0.5))
    assert [s for s in twice.frames if s <= 400] == [s for s in once.frames if s <= 400]
