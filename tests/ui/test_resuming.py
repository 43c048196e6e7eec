"""What the training page offers for a run that was cut short, for changes to a run, and without a cluster."""

from __future__ import annotations

import itertools

import pytest
import sources
from fakes import play
from streamlit.testing.v1 import AppTest
from test_pages import opened

from lossviz import catalog
from lossviz.params import Refusal
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Outcome, Run
from lossviz.text import LANGUAGES, translator
from lossviz.ui.forking import fork_of, leads_to
from lossviz.web.visitor import NOBODY

SEEDS = itertools.count(700)


def fresh() -> Recipe:
    return catalog.resolve(loss="arcface", seed=next(SEEDS))


def begun(hub: Hub, frames: int = 6) -> Run:
    """A run of this visitor's with a checkpoint at step 3."""
    run = hub.submit(fresh(), NOBODY)
    play(hub, run, [sources.header(run.recipe), *(sources.frame(n, loss=1.0) for n in range(4))])
    play(hub, run, [sources.checkpoint(run.recipe, 3), *(sources.frame(n, loss=1.0) for n in range(4, frames))])
    return run


def page(recipe: Recipe, **link: str) -> AppTest:
    return opened("train.py", **catalog.written(recipe), **link)


def labels(at: AppTest) -> dict[str, str]:
    return {button.key: button.label for button in at.button if button.key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_that_lost_its_worker_offers_to_go_on_from_its_checkpoint(hub: Hub, language: str) -> None:
    run = begun(hub)
    hub.slots(set())
    at = page(run.recipe, lang=language)
    assert labels(at)["resume_run"] == translator(language)("train.resume_from", step=3)
    assert labels(at)["train"] == translator(language)("train.start_again")


def test_resume_lets_it_go_on_with_its_frames(hub: Hub) -> None:
    run = begun(hub)
    hub.slots(set())
    hub.slots({"w2"})
    page(run.recipe).button(key="resume_run").click().run()
    again = hub.run(run.key)
    assert again is not None
    assert (again.state, again.attempt, again.frames) == ("running", 2, 6)


def test_start_again_begins_at_the_first_frame(hub: Hub) -> None:
    run = begun(hub)
    hub.slots(set())
    hub.slots({"w2"})
    page(run.recipe).button(key="train").click().run()
    again = hub.run(run.key)
    assert again is not None
    assert (again.state, again.attempt, again.frames) == ("running", 2, 0)


def test_a_run_that_failed_by_itself_can_only_start_again(hub: Hub) -> None:
    run = begun(hub)
    play(hub, run, [sources.ending("failed", code="health.ok")], sent=7)
    hub.ended(run.key, 1, Outcome("finished"))
    assert "resume_run" not in labels(page(run.recipe))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cluster_out_of_reach_is_the_first_thing_said(hub: Hub, language: str) -> None:
    hub.troubled("runs.cluster_lost")
    at = page(fresh(), lang=language)
    assert at.error[0].value == translator(language)("runs.cluster_lost")


def test_a_changed_knob_makes_a_fork_that_the_page_follows(hub: Hub) -> None:
    run = begun(hub)
    at = page(run.recipe.but(knobs={**run.recipe.knobs, "m": 0.5}), run=run.key)
    at.button(key="fork").click().run()
    assert not at.exception
    made = next(one for one in hub.runs_of(NOBODY))
    assert made.recipe.edits == ((5, "m", 0.5),)
    assert run.state == "stopped"
    assert at.query_params["edits"] == "5:m:0.5"
    assert "run" not in at.query_params


def test_another_loss_leaves_ones_own_run_in_the_picture_while_it_trains(hub: Hub) -> None:
    run = begun(hub)
    at = page(run.recipe)
    at.selectbox(key="control.loss").select("cosface").run()
    assert at.query_params["run"] == run.key
    assert {"stop", "pause", "fork", "train"} <= labels(at).keys()


def test_train_begins_anew_beside_a_run_with_other_settings(hub: Hub) -> None:
    run = begun(hub)
    at = page(run.recipe)
    at.selectbox(key="control.loss").select("cosface").run()
    at.button(key="train").click().run()
    assert (run.state, [one.recipe.loss for one in hub.runs_of(NOBODY)]) == ("stopped", ["cosface"])


def test_another_loss_leaves_a_run_that_has_ended(hub: Hub) -> None:
    run = begun(hub)
    hub.stop(run.key, NOBODY)
    at = page(run.recipe, run=run.key)
    at.selectbox(key="control.loss").select("cosface").run()
    assert "run" not in at.query_params


def test_another_seed_cannot_be_changed_in_a_run(hub: Hub) -> None:
    run = begun(hub)
    assert "fork" not in labels(page(run.recipe.but(seed=9), run=run.key))


# the state in words


def state(at: AppTest) -> str:
    return " ".join(said.value for said in at.markdown)


def test_a_run_of_this_visit_is_finished_and_not_a_recording(hub: Hub) -> None:
    at = page(fresh())
    at.button(key="train").click().run()
    (run,) = hub.runs_of(NOBODY)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, 1, Outcome("finished"))
    assert f"Finished, seed {run.recipe.seed}" in state(at.run())
    assert f"Recorded run, seed {run.recipe.seed}" in state(page(run.recipe))


def test_who_waits_without_workers_is_told_that_they_are_being_started(hub: Hub) -> None:
    hub.slots(set())
    recipe = fresh()
    hub.submit(recipe, NOBODY)
    assert "workers are being started" in state(page(recipe))


def test_a_run_that_could_not_be_saved_does_not_go_on_after_its_end(hub: Hub) -> None:
    run = begun(hub)
    run.note("state.not_saved")
    assert any("Training goes on" in told.value for told in page(run.recipe).warning)
    hub.stop(run.key, NOBODY)
    assert any("lost when the server ends" in told.value for told in page(run.recipe).warning)


# which edits lead from a run to the controls


def run_of(recipe: Recipe, step: int = 5) -> Run:
    run = Run(recipe)
    run.records = [sources.header(recipe), *(sources.frame(n) for n in range(step + 1))]
    return run


def test_loss_rate_and_knobs_change_together() -> None:
    before, after = catalog.resolve(loss="arcface"), catalog.resolve(loss="cosface", m=0.2, lr=0.001)
    made = fork_of(run_of(before), after)
    assert made is not None
    assert made.edits == ((5, "loss", "cosface"), (5, "lr", 0.001), (5, "m", 0.2))
    assert catalog.in_force(made) == after


def test_more_epochs_go_on_at_the_end() -> None:
    before = catalog.resolve(loss="arcface", epochs=1)
    steps = catalog.steps_of(before)
    made = fork_of(run_of(before, steps), before.but(epochs=2))
    assert made is not None
    assert made.edits == ((steps, "epochs", 2),)


@pytest.mark.parametrize("change", [{"seed": 1}, {"data": "mnist"}, {"dim": 3}, {"batch_size": 64}])
def test_what_cannot_change_makes_no_fork(change: dict[str, int]) -> None:
    before = catalog.resolve(loss="arcface")
    assert fork_of(run_of(before), before.but(**change)) is None


def test_another_loss_keeps_the_batches_of_the_run() -> None:
    before = catalog.resolve(loss="arcface")
    made = fork_of(run_of(before), catalog.resolve(loss="triplet_semihard"))
    assert made is not None
    assert catalog.in_force(made).sampler == "uniform"


def test_a_fork_is_what_the_controls_describe() -> None:
    before, after = catalog.resolve(loss="arcface"), catalog.resolve(loss="arcface", m=0.5)
    made = fork_of(run_of(before), after)
    assert made is not None
    assert leads_to(run_of(made), after)
    assert not leads_to(run_of(made), before)


def test_the_same_settings_make_no_fork() -> None:
    recipe = catalog.resolve(loss="arcface")
    assert fork_of(run_of(recipe), recipe) is None
    with pytest.raises(Refusal):
        catalog.edited(recipe, [(0, "m", 0.5)])


# a link with edits

EDITS = "20:loss:arcface;40:m:0.2"
WORDS = {
    "en": "At step 20: loss ArcFace · At step 40: margin 0.2",
    "zh-Hans": "第 20 步：损失 ArcFace · 第 40 步：间隔 0.2",
    "zh-Hant": "第 20 步：損失 ArcFace · 第 40 步：間隔 0.2",
}


def edited_page(**link: str) -> AppTest:
    return opened("train.py", loss="softmax", epochs="8", edits=EDITS, seed=str(next(SEEDS)), **link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_says_them(hub: Hub, language: str) -> None:
    assert WORDS[language] in [caption.value.replace("\\", "") for caption in edited_page(lang=language).caption]


def test_train_trains_with_them_and_the_link_keeps_them(hub: Hub) -> None:
    at = edited_page()
    at.button(key="train").click().run()
    (run,) = hub.runs_of(NOBODY)
    assert run.recipe.edits == ((20, "loss", "arcface"), (40, "m", 0.2))
    assert at.query_params["edits"] == EDITS


def test_they_can_be_dropped(hub: Hub) -> None:
    at = edited_page()
    at.button(key="drop_edits").click().run()
    assert "edits" not in at.query_params
    at.button(key="train").click().run()
    assert [run.recipe.edits for run in hub.runs_of(NOBODY)] == [()]


# the same start again


def finished(hub: Hub) -> Run:
    run = begun(hub)
    play(hub, run, [sources.ending()], sent=7)
    hub.ended(run.key, 1, Outcome("finished"))
    return run


def test_a_finished_run_can_begin_again_from_the_same_start(hub: Hub) -> None:
    run = finished(hub)
    page(run.recipe).button(key="same_start").click().run()
    again = hub.run(run.key)
    assert again is not None
    assert (again.state, again.attempt, again.frames) == ("running", 2, 0)


def test_a_live_run_can_begin_again_from_the_same_start(hub: Hub) -> None:
    run = begun(hub)
    page(run.recipe).button(key="same_start").click().run()
    again = hub.run(run.key)
    assert again is not None
    assert (run.state, again.attempt, again.live, again.frames) == ("stopped", 2, True, 0)


def test_a_run_that_others_follow_goes_on_and_the_page_says_so(hub: Hub) -> None:
    run = begun(hub)
    for other in ("b" * 32, "c" * 32):
        hub.attach(run.key, other)
    at = page(run.recipe)
    at.button(key="same_start").click().run()
    assert (run.state, run.attempt) == ("running", 1)
    assert translator("en")("state.shared") in [info.value for info in at.info]


# step by step


def test_a_run_begins_step_by_step_and_waits(hub: Hub) -> None:
    recipe = fresh()
    page(recipe).button(key="stepwise").click().run()
    run = hub.run(recipe.key)
    assert run is not None
    assert (run.state, run.held) == ("paused", True)
    hub.stop(run.key, NOBODY)
