"""The page on wrong labels as Streamlit runs it: what it opens with, what a link sets, and the cleaned set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pages_opened
import pytest
from pages_opened import handed
from sklearn.metrics import precision_recall_curve
from streamlit.testing.v1 import AppTest

from lossviz.catalog.stress import cleaned, noisy
from lossviz.params import Refusal
from lossviz.runs import Hub, Run, hub
from lossviz.strain import Kind, parse, unpacked
from lossviz.text import LANGUAGES, translator
from lossviz.ui import board, comparing, noise, noise_page, rows, study
from lossviz.ui.boards.noise import BOARD
from lossviz.ui.comparing import Seen
from lossviz.ui.noise_page import Found, sentence
from lossviz.ui.places import NOISE
from lossviz.web.visitor import NOBODY

T = translator("en")


@pytest.fixture
def staffed(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """The page's hub, at which a visitor without a cookie trains."""
    for module in (comparing, rows):
        monkeypatch.setattr(module, "who", lambda: NOBODY)
    return hub


def opened(page: Path = NOISE, **link: str) -> AppTest:
    return pages_opened.opened(page, **link)


def test_the_threshold_s_slider_stands_at_the_valley_until_it_is_turned() -> None:
    at = opened()
    assert handed(at, "rests")["rests"] == {"threshold": pytest.approx(handed(at, "given")["given"]["valley"])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_recorded_runs_and_their_angles_in_every_language(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("noise.title")
    assert [panel["key"] for panel in handed(at, "panels")["panels"]] == [r.key for r in noisy().recipes]
    given = handed(at, "board")["given"]
    assert np.array(given["angles"]).shape == (4000, 3)
    assert hub().pack(given["pack"])
    assert [row["digits"] for row in given["accuracies"]] == [4000] * 3


def test_the_recorded_valley_cleans_well_without_knowing_the_wrong_labels() -> None:
    """Precision of at least 0.9 at a recall of at least 0.8."""
    found = hub().studies.of(study.about(noisy().recipes[2], "subcentres")).arrays
    dropped, wrong = noise.suspects(found, "valley"), found["given"] != found["true"]
    assert (dropped & wrong).sum() / dropped.sum() >= 0.9
    assert (dropped & wrong).sum() / wrong.sum() >= 0.8


def test_a_link_sets_the_runs_that_the_button_trains(staffed: Hub) -> None:
    at = opened(noise="0.2", kind="pairs", K="2", dim="8", seed="4")
    assert [b.label for b in at.button if b.key == "train"] == [T("compare.train", n=3)]
    at.button(key="train").click().run()
    asked = noisy(noise=0.2, kind="pairs", centres=2, dim=8, seed=4).recipes
    assert {recipe.data for recipe in asked} == {"mnist5k~pair0.2~seed4"}
    assert all(staffed.knows(recipe.key) for recipe in asked)
    assert [b.label for b in at.button if b.key == "stop"] == [T("control.stop")]


def test_retraining_leaves_out_what_lies_beyond_the_threshold(staffed: Hub) -> None:
    at = opened(threshold="20")
    at.button(key="retrain").click().run()
    run = next(run for run in staffed.runs_of(NOBODY) if "drop" in run.recipe.data)
    assert run.recipe.loss == "arcface"
    found = staffed.studies.of(study.about(noisy().recipes[2], "subcentres")).arrays
    mask = unpacked(parse(run.recipe.data).dropped, 4000)
    assert np.array_equal(mask, noise.to_dominant(found) > 20)
    assert handed(at, "panels")["panels"][-1]["title"] == T("noise.retrained")


def test_a_retraining_that_was_stopped_can_be_begun_again(staffed: Hub) -> None:
    at = opened(threshold="20")
    at.button(key="retrain").click().run()
    at.button(key="stop").click().run()
    assert [b.key for b in at.button if b.key == "retrain"] == ["retrain"]
    assert not [c.value for c in at.caption if "see the last panel" in c.value]


def test_a_run_that_was_stopped_says_so_where_its_accuracy_would_be() -> None:
    run = Run(noisy().recipes[1])
    run.state = "stopped"
    (row,) = noise_page.given([Seen(run.recipe, run)], Found(run=run), T)["accuracies"]
    assert (row["ended"], row["vectors"]) == ("stopped before its end", None)


def test_the_best_f_is_that_of_scikit_learn() -> None:
    """The recorded angles part well; angles by chance do no better than all digits taken for suspects: 0.46."""
    found = study_of_recorded()
    wrong, angles = found["given"] != found["true"], noise.to_dominant(found)
    precision, recall, _ = precision_recall_curve(wrong, angles)
    assert noise.best_f(found) == pytest.approx(max(2 * precision * recall / (precision + recall)))
    chance = {**found, "angles": np.random.default_rng(0).permutation(found["angles"])}
    assert noise.best_f(found) > noise.PARTED > 0.5 > noise.best_f(chance) > 0.46


@pytest.mark.parametrize(("kind", "said"), [("pairs", "look_pairs"), ("symmetric", "look")])
def test_look_alikes_that_no_angle_parts_have_a_sentence(kind: Kind, said: str) -> None:
    found = study_of_recorded()
    chance = {**found, "angles": np.random.default_rng(0).permutation(found["angles"])}
    run = Run(noisy(kind=kind).recipes[2])
    assert sentence(Found(run=run, angles=chance), T) == T(f"noise.{said}")
    assert sentence(Found(run=run, angles=found), T) == T("noise.look")


def study_of_recorded() -> study.Arrays:
    return hub().studies.of(study.about(noisy().recipes[2], "subcentres")).arrays


def test_a_cleaned_set_that_trains_stays_in_the_picture_when_the_threshold_moves(staffed: Hub) -> None:
    at = opened(threshold="20")
    at.button(key="retrain").click().run()
    begun = handed(at, "panels")["panels"][-1]["key"]
    at.query_params["threshold"] = "30"
    at.run()
    assert handed(at, "panels")["panels"][-1]["key"] == begun
    assert [row["wrong"] for row in handed(at, "board")["given"]["accuracies"]] == [pytest.approx(0.3)] * 3 + [None]


def test_the_run_on_the_cleaned_set_has_the_margin_of_the_first() -> None:
    first = noisy(m=0.2, dim=8, seed=3).recipes[2]
    mask = np.arange(4000) < 100
    made = cleaned(first, noise.strain.packed(mask))
    assert made.knobs["m"] == 0.2
    assert (made.dim, made.seed, made.epochs) == (8, 3, 20)
    assert parse(made.data).noise == 0.3
    with pytest.raises(Refusal, match="leave 50 or more"):
        cleaned(first, noise.strain.packed(np.ones(4000, bool)))


def test_a_run_that_ended_in_one_place_has_collapsed_and_the_recorded_one_has_not() -> None:
    """With a margin of 0.3 and 40 % wrong labels: 0.003 rad to the nearest other class vector."""
    assert noise.collapsed({"own_angle": 0.003, "other_angle": 0.003})
    recorded = hub().run(noisy().recipes[2].key)
    assert recorded is not None
    assert not noise.collapsed(recorded.final["readings"])


def test_every_setting_goes_through_a_link_and_back() -> None:
    other = BOARD.defaults | {"noise": 0.1, "kind": "pairs", "K": 5, "threshold": 33.5, "dim": "64", "seed": 7}
    assert board.read(BOARD, board.written(BOARD, other)) == (other, [])


def test_a_wrong_value_is_told_with_what_is_allowed() -> None:
    at = opened(noise="0.7")
    assert "share of flipped labels must lie in 0 … 0.4" in at.info[0].value.replace("\\", "")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_word_of_a_setting_is_translated(language: str) -> None:
    t = translator(language)
    words = [BOARD.owner, *(word for p in BOARD.params for word in (p.noun, p.label, p.help) if word)]
    words += [label for p in BOARD.params for label in getattr(p, "labels", ())]
    assert [word for word in words if not t.known(word) and not word.isdigit()] == []
