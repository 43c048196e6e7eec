"""What is wrong with a run stands in the banner: the gravest first, and only as long as its newest frame says so."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import sources
from fakes import play
from test_pages import opened

from lossviz import catalog
from lossviz.frame import FRAME, Frame, record
from lossviz.runs import Hub, Outcome, Run
from lossviz.text import LANGUAGES
from lossviz.ui import training
from lossviz.web.visitor import NOBODY

SEEDS = itertools.count(9000)
BLOWN_UP = {"code": "health.blown_up", "fields": {"step": 1, "times": 900}}
QUADRANT = {"code": "health.dead_relu", "fields": {}}
NOT_HERE = {"code": "health.margin_bound", "fields": {"margin": "1", "bound": "0.6", "classes": 10, "dim": 2}}


def frame(n: int, *health: dict[str, Any]) -> bytes:
    shown = Frame(n=n, step=n, epoch=n / 10, points=np.eye(2), readings={"loss": 1.0}, health=health)
    return record(FRAME, shown.pack())


def begun(hub: Hub, *health: dict[str, Any]) -> Run:
    run = hub.submit(catalog.resolve(loss="arcface", seed=next(SEEDS)), NOBODY)
    play(hub, run, [sources.header(run.recipe), frame(0), frame(1, *health)])
    return run


def test_finding_reason_and_remedy_with_the_finding_in_bold(hub: Hub) -> None:
    at = opened("train.py", **catalog.written(begun(hub, BLOWN_UP).recipe))
    said = at.warning[0].value.replace("\\", "")
    assert said == (
        "**Blown up:** at step 1 the features grew to 900 times their first length. Lower the learning rate."
    )


def test_the_gravest_comes_first_and_the_others_are_folded(hub: Hub) -> None:
    at = opened("train.py", **catalog.written(begun(hub, BLOWN_UP, QUADRANT).recipe))
    assert "Blown up" in at.warning[0].value
    (fold,) = [box for box in at.expander if box.label == "1 more"]
    assert "quadrant" in fold.warning[0].value


def test_a_margin_without_room_is_said_of_the_controls_not_of_a_frame(hub: Hub) -> None:
    at = opened("train.py", **catalog.written(begun(hub, NOT_HERE).recipe))
    assert not at.warning


def test_the_banner_goes_when_its_cause_has_gone(hub: Hub) -> None:
    run = begun(hub, BLOWN_UP)
    at = opened("train.py", **catalog.written(run.recipe))
    assert at.warning
    play(hub, run, [frame(2)])
    assert not at.run().warning


def test_a_finding_under_way_is_news_for_the_page(hub: Hub) -> None:
    run = begun(hub)
    before = training.told_of(run)
    play(hub, run, [frame(2, QUADRANT)])
    assert before != training.told_of(run) == ("running", "health.dead_relu")


def test_a_tensor_that_is_not_finite_is_told_once_with_cause_and_remedy(hub: Hub) -> None:
    run = begun(hub)
    fields = {"step": 7, "tensor": "loss", "batch": 8, "cause": "health.cause_lr", "cause_value": "1"}
    hub.ended(run.key, 1, Outcome("failed", "health.nan", fields))
    at = opened("train.py", **catalog.written(run.recipe))
    assert at.error[0].value == (
        "**The run stopped at step 7.** Not finite: loss, in batch 8. Likely cause: learning rate 1 is too high. "
        "Lower the learning rate and start again."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_marks_the_finding(hub: Hub, language: str) -> None:
    at = opened("train.py", lang=language, **catalog.written(begun(hub, QUADRANT).recipe))
    assert at.warning[0].value.startswith("**")


def test_a_comparison_names_the_panel_and_says_it_as_the_training_page_does(hub: Hub) -> None:
    run = begun(hub, BLOWN_UP, QUADRANT)
    at = opened("compare.py", a="softmax", b="arcface", seed=str(run.recipe.seed))
    assert [warning.value.replace("\\", "") for warning in at.warning] == [
        "ArcFace, m = 0.30: **Blown up:** at step 1 the features grew to 900 times their first length."
        " Lower the learning rate."
    ]


def test_a_failed_run_of_a_comparison_is_told_with_its_remedy(hub: Hub) -> None:
    run = begun(hub)
    hub.ended(run.key, 1, Outcome("failed", "state.process_died", {}))
    at = opened("compare.py", a="softmax", b="arcface", seed=str(run.recipe.seed))
    assert at.error[0].value.replace("\\", "").startswith("ArcFace, m = 0.30: **The run stopped at step 1.** ")
