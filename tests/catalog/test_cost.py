"""What a run costs is said before it begins: in proportion to its digits, and by embedder."""

from __future__ import annotations

import pytest

from lossviz.catalog import cpu_seconds, embedders, longest_wait, resolve, times_usual


def test_the_default_run_takes_some_seven_seconds() -> None:
    assert cpu_seconds(resolve(loss="arcface")) == pytest.approx(7, abs=1)


def test_lenetpp_takes_minutes_and_some_seventy_times_as_long() -> None:
    recipe = resolve(loss="arcface", embedder="lenetpp")
    assert 6 < cpu_seconds(recipe) / 60 < 9
    assert 60 < times_usual(recipe) < 80


def test_twice_the_epochs_cost_twice_the_training() -> None:
    once, twice, thrice = (cpu_seconds(resolve(loss="softmax", epochs=epochs)) for epochs in (10, 20, 30))
    assert thrice - twice == pytest.approx(twice - once)
    assert twice > once


def test_embedders_come_quickest_first() -> None:
    assert list(embedders()) == ["linear", "mlp", "patch2", "lenetpp"]


def test_frames_of_lenetpp_are_seconds_apart_and_more_with_more_epochs() -> None:
    assert 5 < longest_wait(resolve(loss="arcface", embedder="lenetpp")) < 12
    assert longest_wait(resolve(loss="arcface", embedder="lenetpp", epochs=200)) > 60


def test_a_trial_makes_the_first_frame_wait() -> None:
    plane, deep = (resolve(loss="arcface", embedder="lenetpp", dim=dim) for dim in (3, 4))
    assert longest_wait(deep) > 1.5 * longest_wait(plane)
