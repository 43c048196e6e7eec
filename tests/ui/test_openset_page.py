"""The page on classes left out as Streamlit runs it: what it opens with, what a link sets, and its files."""

from __future__ import annotations

import csv
import io
from unittest.mock import Mock

import numpy as np
import pages_opened
import pytest
from pages_opened import handed
from sklearn.metrics import roc_auc_score, roc_curve
from streamlit.testing.v1 import AppTest

from lossviz.catalog.openset import KIND, asked, openset
from lossviz.runs import hub
from lossviz.runs.downloads import Downloads
from lossviz.text import LANGUAGES, translator
from lossviz.ui import board, study
from lossviz.ui import openset as drawn
from lossviz.ui.boards.openset import BOARD, with_losses
from lossviz.ui.places import OPENSET
from lossviz.ui.study import Arrays


def opened(**link: str) -> AppTest:
    return pages_opened.opened(OPENSET, **link)


def answer(loss: int = 1) -> Arrays:
    found = hub().studies.of(study.about(openset().recipes[loss], KIND, **asked()))
    assert found.stage == "done"
    return found.arrays


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_recorded_runs_and_their_numbers_in_every_language(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("openset.title")
    assert [panel["key"] for panel in handed(at, "panels")["panels"]] == [r.key for r in openset().recipes]
    given = handed(at, "board")["given"]
    assert [loss["groups"]["unseen"]["pairs"] for loss in given["losses"]] == [[9900, 10000]] * 3
    assert hub().pack(given["examples"]["pack"])


def test_every_setting_goes_through_a_link_and_back() -> None:
    link = {"without": "0.1.7", "losses": "softmax.cosface", "loss": "softmax", "pairs": "both", "far": "0.02",
            "dim": "16", "strangers": "kmnist", "seed": "3"}  # fmt: skip
    made = with_losses(link["losses"])
    values, refusals = board.read(made, link)
    assert not refusals
    assert board.written(made, values) == {n: v for n, v in link.items() if n != "loss"}


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("without", "3.x", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("without", "0.1.2.3.4.5.6.7.8", "1 … 8"),
        ("losses", "softmax.nobody", "softmax"),
        ("far", "2", "0 … 1"),
    ],
)
def test_a_wrong_value_is_told_in_one_sentence(name: str, value: str, allowed: str) -> None:
    _, (refusal,) = board.read(BOARD, {name: value})
    noun = next(param.noun for param in BOARD.params if param.name == name)
    assert noun in str(refusal)
    assert allowed in str(refusal)


def test_a_notice_calls_choices_by_the_names_shown() -> None:
    told = opened(losses="nobody").info[0].value.replace("\\", "")
    assert "Sub-center ArcFace" in told
    assert told.endswith("This page shows Softmax, ArcFace, Semi-hard triplet loss.")
    assert "_" not in told


def test_one_digit_left_out_leaves_no_pairs_of_two_classes_and_the_page_waits_for_its_runs() -> None:
    at = opened(without="4")
    assert handed(at, "board")["given"]["losses"] != []  # the recorded runs stay in the picture until there are others
    assert any(button.key == "train" for button in at.button)


def test_the_exported_scores_give_the_numbers_of_scikit_learn() -> None:
    found = answer()
    rows = list(csv.DictReader(io.StringIO(drawn.scores_csv(found, "unseen").decode())))
    same = np.array([row["same"] == "1" for row in rows])
    scores = np.array([float(row["similarity"]) for row in rows])
    far, tar, _ = roc_curve(same, scores, drop_intermediate=False)
    auc, eer, *rates = found["unseen_numbers"][:, 0]
    assert auc == pytest.approx(roc_auc_score(same, scores), abs=1e-9)
    crossing = np.argmin(np.abs(far - (1 - tar)))
    assert eer == pytest.approx(far[crossing], abs=2e-4)
    assert rates == pytest.approx([tar[far <= rate].max() for rate in (0.1, 0.01, 0.001)], abs=1e-9)


def test_what_is_drawn_lies_on_the_curve_of_the_exported_scores() -> None:
    found = answer()
    rows = list(csv.DictReader(io.StringIO(drawn.scores_csv(found, "unseen").decode())))
    same = np.array([row["same"] == "1" for row in rows])
    scores = np.array([float(row["similarity"]) for row in rows])
    thresholds, far, tar = found["unseen_curve"][:, 1:-1]
    for at in (10, 80, 160):
        accepted = scores >= np.float64(thresholds[at]) - 1e-7
        assert far[at] == pytest.approx(accepted[~same].mean(), abs=2e-3)
        assert tar[at] == pytest.approx(accepted[same].mean(), abs=2e-3)


def test_the_numbers_are_taken_away_with_their_intervals() -> None:
    lines = list(csv.DictReader(io.StringIO(drawn.numbers_csv({"ArcFace, m = 0.30": answer()}).decode())))
    eer = next(line for line in lines if (line["images"], line["measure"]) == ("trained", "EER"))
    assert eer["loss"] == "ArcFace, m = 0.30"
    assert float(eer["low"]) <= float(eer["value"]) <= float(eer["high"])


def test_strangers_of_a_data_set_that_is_not_here_are_offered_with_the_download(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    absent = Downloads(Mock())
    absent.found(set())
    monkeypatch.setattr(hub(), "downloads", absent)
    at = opened(strangers="fashion_mnist")
    assert any("Fashion-MNIST" in button.label for button in at.button if button.key == "download")


def test_a_digit_more_left_out_stands_in_the_link() -> None:
    at = opened()
    at.button_group(key="openset_without").set_value(["0", "3", "8"]).run()
    assert not at.exception
    assert at.query_params["without"] == "0.3.8"


def test_no_digit_left_out_is_refused_in_one_sentence() -> None:
    at = opened()
    at.button_group(key="openset_without").set_value([]).run()
    assert any("1 … 8" in box.value for box in at.info)
    assert "without" not in at.query_params


@pytest.mark.parametrize("link", [{"losses": "center"}, {"losses": "circle.center.softmax.arcface"}, {"dim": "64"}])
def test_losses_that_are_not_recorded_so_are_asked_to_be_trained(link: dict[str, str]) -> None:
    at = opened(**link)
    told = [caption.value for caption in at.caption]
    assert any("once it is trained" in words for words in told) == ("losses" in link)
    assert any(button.key == "train" for button in at.button)
